import { expect, it } from 'vitest'
import { appendItem, emptyHistory } from '../history/history.ts'
import { call, historyWith, numbered, patch, result, say, user } from '../testing/items.ts'
import { keyTableOf } from './key-table.ts'
import { lineIndexOf, readLinesAhead } from './line-index.ts'

it('has each line with all that was read of it, and each text once', () => {
  const history = historyWith([
    user('Never touch berthNine of src/quay.ts.'),
    patch('1', '*** Update File: src/quay.ts\n+tie(berthNine, berthTen, berthFive, berthSix)'),
    result('1', 'tie(berthNine, berthTen, berthFive, berthSix)'),
  ])
  const index = lineIndexOf(history)
  const table = keyTableOf(history)
  const lines = Array.from({ length: index.lineCount }, (_, line) => ({
    at: index.positionOf(line),
    voice: index.voiceOf(line),
    cue: index.hasCue(line),
    subject: index.subjectOf(line),
    keys: index.numbersOf(line).length,
    text: index.textOf(line).slice(0, 14),
  }))
  expect(lines).toEqual([
    { at: 0, voice: 'user', cue: true, subject: null, keys: 2, text: 'Never touch be' },
    { at: 1, voice: 'call', cue: false, subject: null, keys: 1, text: 'edit src/quay.' },
    { at: 1, voice: 'edit', cue: false, subject: 'src/quay.ts', keys: 4, text: 'tie(berthNine,' },
    { at: 2, voice: 'result', cue: false, subject: null, keys: 4, text: 'tie(berthNine,' },
  ])
  expect([index.textCount, index.textNumber(2) === index.textNumber(3)]).toEqual([3, true])
  expect(table.find('src/quay.ts')).toBe(index.numbersOf(1)[0])
})

it('goes on where it stopped, and a version that ends earlier has one of its own', () => {
  const [first, second, third] = numbered([
    say('At src/quay.ts now.'),
    say('At src/lock.ts now.'),
    say('At src/tide.ts now.'),
  ])
  if (first === undefined || second === undefined || third === undefined) throw new Error('three items')
  const two = appendItem(appendItem(emptyHistory, first), second)
  const index = lineIndexOf(two)
  const three = appendItem(two, third)
  expect(lineIndexOf(three)).toBe(index)
  expect([index.through, index.lineCount]).toEqual([3, 3])
  expect([lineIndexOf(two).lineCount, lineIndexOf(three)]).toEqual([2, index])
})

it('knows the reads behind results', () => {
  const { reads } = lineIndexOf(
    historyWith([
      call('1', 'read', { path: 'a.ts' }),
      result('1', 'x'),
      call('2', 'read', { path: 'a.ts' }),
      result('2', 'x'),
    ]),
  )
  expect([reads.pathOf('1'), reads.pathOf('9'), [...reads.superseded()]]).toEqual(['a.ts', undefined, [1]])
})

it('reads a large result in parts as later items arrive, and all of it where everything is asked for', () => {
  const rows = Array.from({ length: 300 }, (_, row) => `src/quay.ts:${row}: tie(berth_${row})`).join('\n')
  const items = numbered([call('1', 'read', { path: 'src/quay.ts' }), result('1', rows), say('At src/lock.ts now.')])
  let history = emptyHistory
  const waiting = items.map((item) => {
    history = appendItem(history, item)
    return readLinesAhead(history)
  })
  expect(waiting).toEqual([0, 180, 161])
  const whole = lineIndexOf(
    historyWith([call('1', 'read', { path: 'src/quay.ts' }), result('1', rows), say('At src/lock.ts now.')]),
  )
  const index = lineIndexOf(history)
  const linesOf = (one: typeof index) =>
    Array.from({ length: one.lineCount }, (_, line) => [one.positionOf(line), one.textOf(line), one.numbersOf(line)])
  expect(linesOf(index)).toEqual(linesOf(whole))
  expect(index.waitingTexts).toBe(0)
})
