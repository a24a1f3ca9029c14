import { type ForkPoint, ItemId, type RolloutItem, type RolloutLine, ThreadId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { breachesOf, viewOf } from '../testing/look.ts'
import { compact, withPast } from '../testing/reading-session.ts'
import { sessionBench } from '../testing/session-bench.ts'
import { forkLines } from './fork-lines.ts'
import { restoreSession } from './restore.ts'

const from = ThreadId.parse('th_bench')
const to = ThreadId.parse('th_fork')

const fork = (lines: readonly RolloutLine[], at: ForkPoint | null = null): readonly RolloutLine[] => {
  const made = forkLines({ lines, at, from, to, now: 1 })
  if (!made.ok) throw new Error(made.error.message)
  const timestamp = '2026-03-14T00:00:00.000Z'
  const meta: RolloutItem = {
    type: 'session_meta',
    payload: { id: to, timestamp, cwd: '/', originator: 'rawr', cli_version: '0', source: 'test' },
  }
  return [meta, ...made.value].map((item, ordinal) => ({ timestamp, ordinal, ...item }) as RolloutLine)
}

test('a whole fork shows the model the same, item for item, behind a compaction too', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const made = fork(bench.log.lines)
  expect(viewOf(made)).toEqual(viewOf(bench.log.lines))
  expect(breachesOf(made)).toEqual([])
})

test('a fork at any item before a compaction is a legal log that ends with that item, and knows no compaction', async () => {
  const bench = await withPast(6)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const items = bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  for (const { meta } of items) {
    const made = fork(bench.log.lines, { kind: 'item', item_id: meta.id })
    expect(breachesOf(made)).toEqual([])
    const ids = made.flatMap((line) => (line.type === 'response_item' ? [line.payload.meta.id] : []))
    expect(ids).toContain(meta.id)
    expect(ids.slice(ids.indexOf(meta.id) + 1).every((id) => id.endsWith('-aborted'))).toBe(true)
    expect(made.some(({ type }) => type === 'compacted')).toBe(false)
  }
})

test('messages that wait stay with the original, and the fork says that its queue is empty', async () => {
  const bench = sessionBench({ script: [{ calls: [{ name: 'none', arguments: {} }] }, { text: 'Done.' }] })
  await bench.say('sb_1', 'One')
  await bench.say('sb_2', 'Two')
  const made = fork(bench.log.lines.slice())
  const queue = made.flatMap((line) => (line.type === 'queue' ? [JSON.stringify(line.payload)] : []))
  expect(queue.join('\n')).not.toContain('sb_2')
  expect(made.findLast((line) => line.type === 'event_msg' && line.payload.msg.type === 'queue_changed')).toMatchObject(
    { payload: { msg: { queued: [] } } },
  )
  expect(breachesOf(made)).toEqual([])
  await bench.ended('sb_1')
})

test('a log that ends while a message goes into its turn gives a fork that has told it, or leaves it with the original', async () => {
  const bench = await withPast(2)
  const { lines } = bench.log
  const taken = lines.findIndex((line) => line.type === 'queue' && line.payload.change === 'taken')
  const told = lines.findIndex((line) => line.type === 'event_msg' && line.payload.msg.type === 'user_message')
  for (let length = taken; length <= told; length += 1) {
    const made = fork(lines.slice(0, length))
    expect(breachesOf(made)).toEqual([])
    expect(restoreSession(made)).toMatchObject({ torn: null, openTurn: null })
  }
})

test('a point that is not there is refused by its path', () => {
  const refused = (at: ForkPoint) => forkLines({ lines: [], at, from, to, now: 1 })
  expect(refused({ kind: 'item', item_id: ItemId.parse('i9') })).toMatchObject({
    ok: false,
    error: { path: ['op', 'at', 'item_id'] },
  })
  expect(refused({ kind: 'turn', turn_id: TurnId.parse('tn_9') })).toMatchObject({
    ok: false,
    error: { path: ['op', 'at', 'turn_id'] },
  })
})
