import { ItemId } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell, LiveCell } from './cell.ts'
import { addDelta, addOutput, begin, drainLive, finish, finishAll, finishText, setText } from './live.ts'

const id = ItemId.parse('i1')
const message = { kind: 'message', id } as const
const done: Cell = { kind: 'notice', tone: 'quiet', text: 'done' }

test('cells leave in the order in which they began', () => {
  let live = begin([], { id: 'a', what: { kind: 'exec', command: 'sleep' }, at: 0 })
  live = begin(live, { id: 'b', what: { kind: 'exec', command: 'ls' }, at: 1 })
  live = finish(live, 'b', { ...done, text: 'b' })
  expect(drainLive(live).cells).toEqual([])
  live = finish(live, 'a', { ...done, text: 'a' })
  expect(drainLive(live)).toEqual({
    live: [],
    cells: [
      { ...done, text: 'a' },
      { ...done, text: 'b' },
    ],
  })
})

test('a delta that came before is not taken twice, and one that overlaps only adds what is new', () => {
  const one = addDelta([], { ...message, offset: 0, text: 'hello' })
  expect(addDelta(one, { ...message, offset: 0, text: 'hel' })).toBe(one)
  expect(addDelta(one, { ...message, offset: 3, text: 'lo you' })).toMatchObject([{ text: 'hello you' }])
})

test('a snapshot stands for the deltas that were missed', () => {
  const live = setText(addDelta([], { ...message, offset: 0, text: 'a' }), message, 'a b c')
  expect(addDelta(live, { ...message, offset: 5, text: ' d' })).toMatchObject([{ text: 'a b c d' }])
})

test('of a running command the last output is kept', () => {
  const live = begin([], { id: 'a', what: { kind: 'exec', command: 'yes' }, at: 0 })
  const [cell] = addOutput(addOutput(live, 'a', 'x'.repeat(5_000)), 'a', 'end')
  expect(cell?.kind === 'running' && cell.output.endsWith('xend')).toBe(true)
  expect(cell?.kind === 'running' && cell.output.length).toBe(4_000)
})

test('at the end of a turn nothing runs, and what was said stays', () => {
  const live = begin(addDelta([], { ...message, offset: 0, text: 'half' }), {
    id: 'a',
    what: { kind: 'exec', command: 'ls' },
    at: 0,
  })
  expect(drainLive(finishAll(live)).cells).toEqual([{ kind: 'agent', text: 'half', isFirst: true, fence: null }])
})

test('however a message streams, its pieces are its text, once and in order', () => {
  const line = fc.constantFrom('', 'word', '```ts', '```', '- item')
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(50)), (lines, stops) => {
      const text = `${lines.join('\n')}!`
      let live: readonly LiveCell[] = []
      const pieces: Cell[] = []
      const drain = () => {
        const drained = drainLive(live)
        live = drained.live
        pieces.push(...drained.cells)
      }
      let offset = 0
      for (const stop of [...stops, text.length].sort((a, b) => a - b)) {
        const piece = text.slice(offset, stop)
        if (piece === '') continue
        live = addDelta(live, { ...message, offset, text: piece })
        offset = Math.min(stop, text.length)
        drain()
      }
      live = finishText(live, message, text)
      drain()
      expect(live).toEqual([])
      const whole = pieces.map((cell) => (cell.kind === 'agent' ? cell.text : '?')).join('\n')
      expect(whole.replaceAll(/\n+/g, '\n').trim()).toBe(text.replaceAll(/\n+/g, '\n').trim())
    }),
  )
})
