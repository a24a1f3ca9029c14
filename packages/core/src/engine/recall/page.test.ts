import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_CHARACTERS, pageOf } from './page.ts'

test('law: the pages together are the text, none of them longer than a page', () => {
  const line = fc.oneof(fc.string(), fc.constantFrom('x'.repeat(30_000), '🚢'.repeat(20_000)))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const text = lines.join('\n')
      let read = ''
      for (let page: number | null = 1; page !== null; ) {
        const shown = pageOf(text, page)
        if (shown === null) throw new Error(`page ${page} was promised`)
        expect(shown.text.length).toBeLessThanOrEqual(PAGE_CHARACTERS)
        expect(shown.text.isWellFormed()).toBe(text.isWellFormed())
        expect(shown).toMatchObject({ page, start: read.length, characters: text.length })
        read += shown.text
        page = shown.next
      }
      expect(read).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('nothing has one empty page, and no second', () => {
  expect(pageOf('', 1)).toMatchObject({ text: '', next: null })
  expect(pageOf('', 2)).toBeNull()
})
