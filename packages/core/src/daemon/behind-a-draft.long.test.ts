/** A draft that a client asked for over the socket, and fifty items that came before it was carried out. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isToolCall, type PlanId, type RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { breachesOf } from '../testing/look.ts'
import { opensPasts, type PastBench, rounds, running } from './testing/past-bench.ts'

const open = opensPasts()

const PAST = 12
const WINDOW = 200_000
const NOTE = 'src/note.ts'

/** So many calls that read little: two items each. */
const short = (count: number) =>
  Array.from({ length: count }, () => ({ calls: [{ name: 'read', arguments: { path: NOTE } }] }))

const draftOf = async (row: PastBench): Promise<PlanId> => {
  expect(await row.send({ type: 'compact_plan', strategy: 'extractive', budget: 4_000 })).toMatchObject({
    type: 'accepted',
  })
  const { msg } = await row.client.event('compaction_planned')
  return msg.plan_id
}

const carriedOut = (row: PastBench, planId: PlanId) => row.send({ type: 'compact', plan_id: planId })

const logged = (lines: readonly RolloutLine[]) =>
  lines.flatMap(({ type, payload }) => (type === 'response_item' ? [payload] : []))

const settings = { features: { rawr_auto_compaction: false } }
const files = { [NOTE]: 'The berth is free.' }

test('50 items behind a draft, all outside its range: it is spliced in front of them', async () => {
  const script = [...rounds(PAST), { text: 'All read.' }, ...short(24), { text: 'Read again.' }]
  const row = await open({ script, window: WINDOW, settings, files })
  await row.say('Read all of the quay.')
  const before = (await row.view()).length
  const planId = await draftOf(row)
  await row.say('Read the note again and again.')
  const grown = await row.view()
  expect(grown.length - before).toBe(50)
  expect(await carriedOut(row, planId)).toMatchObject({ type: 'accepted' })
  const { report } = (await row.client.event('context_compacted')).msg
  expect(report).toMatchObject({ plan_id: planId, reason: expect.stringContaining('50 items came') })
  const after = await row.view()
  expect(after.slice(-50)).toEqual(grown.slice(-50))
  expect(after.filter(({ meta }) => meta.origin === 'summary')).toHaveLength(1)
  // Two turns of the user, and that of the compaction.
  await row.client.event('turn_complete', 2)
  expect(breachesOf(await row.lines())).toEqual([])
})

test('50 items behind a draft, the first the result of a call inside its range: it is refused, and nothing changes', async () => {
  const wait = running('while [ ! -e go ]; do sleep 0.02; done')
  const script = [...rounds(PAST), { text: 'All read.' }, wait, ...short(24), { text: 'Read again.' }]
  const row = await open({ script, window: WINDOW, settings, files })
  await row.say('Read all of the quay.')
  const turn = row.say('Wait for the tide, then read the note.')
  await row.client.event('exec_command_begin')
  const drawnOn = logged(await row.lines())
  expect(drawnOn.at(-1)).toSatisfy(isToolCall)
  const planId = await draftOf(row)
  writeFileSync(join(row.bench.cwd, 'go'), '')
  await turn
  expect(logged(await row.lines()).length - drawnOn.length).toBe(50)
  const before = await row.view()
  expect(await carriedOut(row, planId)).toMatchObject({ type: 'rejected', code: 'plan_stale' })
  expect(await row.view()).toEqual(before)
  expect(await row.compacted()).toEqual([])
})
