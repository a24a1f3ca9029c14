import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { textOfRow } from './row.ts'
import { CUT_START, stableCut } from './stable-cut.ts'

test('a paragraph is final behind its blank line, code line by line', () => {
  expect(stableCut('one\ntwo', CUT_START)).toEqual({ at: 0, fence: null })
  expect(stableCut('one\n\ntwo', CUT_START)).toEqual({ at: 5, fence: null })
  const text = 'a\n```ts\nlet x\nlet'
  expect(stableCut(text, CUT_START)).toEqual({ at: 14, fence: { mark: '```', language: 'ts' } })
})

const line = fc.constantFrom('', 'text', '```', '```ts', '- item', '# head', 'let x = 1', '~~~', '> q')

test('drawn in pieces a message is the same as drawn at once', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, stops) => {
      const text = lines.join('\n')
      let cut = CUT_START
      const drawn: string[] = []
      for (const stop of [...stops].sort((a, b) => a - b)) {
        const next = stableCut(text.slice(0, stop), cut)
        if (next.at > cut.at) {
          const piece = text.slice(cut.at, next.at - 1)
          drawn.push(...renderMarkdown({ text: piece, columns: 30, fence: cut.fence }).map(textOfRow))
        }
        cut = next
      }
      drawn.push(...renderMarkdown({ text: text.slice(cut.at), columns: 30, fence: cut.fence }).map(textOfRow))
      expect(drawn).toEqual(renderMarkdown({ text, columns: 30 }).map(textOfRow))
    }),
  )
})
