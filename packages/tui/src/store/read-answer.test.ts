import { expect, test } from 'vitest'
import { breakdown, explained, recalledPage } from '../testing/answers.ts'
import * as on from '../testing/screens.ts'

test('L11: /context and the gauge show one figure, and each part a bar of its share', () => {
  const screen = on.openScreen()
  expect(screen.frame()).toContain('~42k of 100k')
  screen.take({ type: 'told', msg: breakdown })
  expect(screen.frame()).toContain('~43k of 100k')
  expect(screen.printed().slice(-2)).toMatchObject([
    {
      title: expect.stringMatching(/^Context: ~43k of 100k/),
      rows: [
        { label: 'tool results', value: '~30k · 12 items', bar: 0.7 },
        { label: 'answers', bar: 0.2 },
        { label: 'instructions', value: '~2.6k' },
        { label: 'your messages', value: '~1.7k · 1 item' },
        { label: 'prefix', value: 'grew through 31 requests, 1 break; the last: message i5 changed' },
      ],
    },
    { title: 'Largest items', rows: [{ value: '~17k · i7 shell {"command":"npm test"}', bar: 0.4 }, {}, {}] },
  ])
})

test('a long item is shortened by whole characters', () => {
  const screen = on.openScreen()
  screen.take({ type: 'told', msg: breakdown })
  expect(screen.printed().at(-1)).toMatchObject({
    rows: [{}, { value: expect.stringMatching(/^~9.5k · i3 .{79}…$/u) }, {}],
  })
})

test('an empty window fills no bar', () => {
  const screen = on.openScreen()
  const usage = { ...breakdown.usage, used_tokens: 0 }
  screen.take({
    type: 'told',
    msg: { ...breakdown, usage, parts: [{ kind: 'other', tokens: 0, items: 1 }], largest: [] },
  })
  expect(screen.printed().at(-1)).toMatchObject({ rows: [{ label: 'other', bar: 0 }, {}] })
})

test('/why tells the sentences of the core in order, or that nothing was decided', () => {
  const screen = on.openScreen()
  screen.take({ type: 'told', msg: explained })
  expect(screen.printed().at(-1)).toMatchObject({
    title: 'Why: decision rq_9',
    rows: explained.sentences.map((value, index) => ({ label: String(index + 1), value })),
  })
  screen.take({ type: 'told', msg: { type: 'explain_result', record: null, sentences: [] } })
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'notice', text: expect.stringContaining('No decision') })
})

test('/recall shows the page that was found and how to go on, or that nothing was', () => {
  const screen = on.openScreen()
  screen.take({ type: 'told', msg: recalledPage })
  expect(screen.printed().at(-1)).toMatchObject({
    kind: 'opened',
    title: 'Recalled, page 1 of 30000 characters; there is more: --page 2:',
    text: recalledPage.text,
  })
  screen.take({ type: 'told', msg: { type: 'recall_result', text: '', page: 1, characters: 0 } })
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'notice', text: expect.stringContaining('Nothing') })
})
