import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_CHARACTERS, pageOf } from './page.ts'

const NOTE = /\n\[page \d+, characters \d+ to \d+ of \d+; go on with page \d+\]$/

test('law: the pages together are the text, none of them longer than a page', () => {
  const line = fc.oneof(fc.string(), fc.constantFrom('x'.repeat(30_000), '🚢'.repeat(20_000)))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const text = lines.join('\n')
      let read = ''
      for (let page = 1; ; page += 1) {
        const shown = pageOf(text, page)
        if (shown === null) break
        const body = shown.replace(NOTE, '')
        expect(body.length).toBeLessThanOrEqual(PAGE_CHARACTERS)
        expect(body.isWellFormed()).toBe(text.isWellFormed())
        read += body
      }
      expect(read).toBe(text)
    }),
    { numRuns: 50 },
  )
})
