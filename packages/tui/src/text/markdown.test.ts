import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenceAfter, renderMarkdown } from './markdown.ts'
import { textOfRow } from './row.ts'
import { rowWidth } from './wrap.ts'

const texts = (text: string, columns = 40) => renderMarkdown({ text, columns }).map(textOfRow)

test('headings, lists, tasks, quotes, rules', () => {
  expect(texts('# Title\n- one\n  - two\n1. three\n- [x] done\n> said\n---')).toEqual([
    'Title',
    '• one',
    '  • two',
    '1. three',
    '☑ done',
    '│ said',
    '─'.repeat(40),
  ])
})

test('code, bold and links inside a line', () => {
  expect(renderMarkdown({ text: 'Use `a*b` **now**, see [docs](http://d).', columns: 60 })).toEqual([
    [
      { text: 'Use ', tone: 'plain' },
      { text: 'a*b', tone: 'code' },
      { text: ' ', tone: 'plain' },
      { text: 'now', tone: 'bold' },
      { text: ', see ', tone: 'plain' },
      { text: 'docs', tone: 'link' },
      { text: ' (http://d)', tone: 'dim' },
      { text: '.', tone: 'plain' },
    ],
  ])
})

test('a block of code keeps its text and loses its fence; inside, nothing is markdown', () => {
  expect(texts('```ts\n# not a title\nconst **x** = 1\n```\nafter')).toEqual([
    '  ts',
    '  # not a title',
    '  const **x** = 1',
    'after',
  ])
})

test('a piece may begin inside a block of code', () => {
  const rows = renderMarkdown({ text: 'let a\n```\n- b', columns: 30, fence: { mark: '```', language: 'ts' } })
  expect(rows.map(textOfRow)).toEqual(['  let a', '• b'])
  expect(fenceAfter({ mark: '````', language: '' }, '```')).toEqual({ mark: '````', language: '' })
})

test('no row is wider than the screen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 12, max: 60 }), (text, columns) => {
      for (const each of renderMarkdown({ text: text.replaceAll(/\p{C}/gu, ''), columns }))
        expect(rowWidth(each)).toBeLessThanOrEqual(columns)
    }),
  )
})
