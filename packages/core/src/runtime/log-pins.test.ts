import type { PinTarget } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { viewOf } from '../testing/look.ts'
import { compact, rounds, withPast } from '../testing/reading-session.ts'

const fact = (text: string): PinTarget => ({ kind: 'fact', text })

const pinsIn = (bench: Awaited<ReturnType<typeof withPast>>) =>
  bench.log.lines.flatMap((line) => (line.type === 'pins' ? [line.payload.pins] : [])).at(-1)

test('a target pinned twice is one pin, and the other pins keep their order', async () => {
  const bench = await withPast(2)
  for (const [n, text] of ['One.', 'Two.', 'Three.', 'Two.'].entries())
    await bench.submit(`sb_${n}`, { type: 'pin', target: fact(text) })
  expect(pinsIn(bench)).toEqual([fact('One.'), fact('Three.'), fact('Two.')])
  await bench.submit('sb_u', { type: 'unpin', target: fact('Three.') })
  expect(pinsIn(bench)).toEqual([fact('One.'), fact('Two.')])
})

test('a secret in a pinned fact is masked in the log, and unpinned by the words it was pinned with', async () => {
  const bench = await withPast(2)
  const target = fact(`The key is sk-${'proj-'}${'aB3dE5fG7hJ9kL1m'.repeat(3)}.`)
  await bench.submit('sb_p', { type: 'pin', target })
  expect(JSON.stringify(bench.log.lines)).not.toContain('aB3dE5fG7hJ9kL1m')
  expect(pinsIn(bench)).toHaveLength(1)
  await bench.submit('sb_u', { type: 'unpin', target })
  expect(pinsIn(bench)).toEqual([])
})

test('a plan shown before the pins changed is stale, also where there are as many as before', async () => {
  const bench = await withPast(12)
  await bench.submit('sb_1', { type: 'pin', target: fact('One.') })
  await bench.submit('sb_plan', { type: 'compact_plan' })
  const { msg } = await bench.until((event) => event.msg.type === 'compaction_planned')
  if (msg.type !== 'compaction_planned') throw new Error('no plan')
  await bench.submit('sb_2', { type: 'unpin', target: fact('One.') })
  await bench.submit('sb_3', { type: 'pin', target: fact('Two.') })
  expect(await compact(bench, 'sb_c', { plan_id: msg.plan_id })).toMatchObject({ code: 'plan_stale' })
})

test('an item that an earlier compaction archived comes back with the next one when it is pinned', async () => {
  const bench = await withPast(12, {
    script: [...rounds(12), { text: 'All read.' }, ...rounds(12), { text: 'All read again.' }],
  })
  await compact(bench, 'sb_c1', { strategy: 'extractive' })
  await bench.ended('sb_c1')
  const items = bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  const archived = items.find((item) => item.type === 'function_call_output')
  if (archived === undefined) throw new Error('nothing was read')
  const inView = () => viewOf(bench.log.lines).filter((item) => item.meta.id === archived.meta.id)
  expect(inView()).toEqual([])
  await bench.submit('sb_p', { type: 'pin', target: { kind: 'item', first: archived.meta.id } })
  await bench.say('sb_more', 'And now?')
  await bench.ended('sb_more')
  await compact(bench, 'sb_c2', { strategy: 'extractive' })
  await bench.ended('sb_c2')
  expect(inView()).toEqual([archived])
})
