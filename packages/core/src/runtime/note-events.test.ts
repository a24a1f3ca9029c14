import { expect, test } from 'vitest'
import { FILLING, open, PACKET } from '../testing/filling-turn.ts'
import { memoryTools, sessionBench } from '../testing/index.ts'
import { withPast } from '../testing/reading-session.ts'

test('a commit that succeeded is noted once a turn, one that failed is not', async () => {
  let exitCode = 1
  const tools = memoryTools({
    shell: {
      alone: true,
      purpose: () => ({ kind: 'exec', command: ['git', 'commit', '-m', 'Moor'], cwd: '/home/ada/harbour' }),
      run: () => ({ output: '', success: exitCode === 0, exitCode: exitCode-- }),
    },
  })
  const call = { calls: [{ name: 'shell', arguments: {} }] }
  const bench = sessionBench({ script: [call, call, { text: 'Committed.' }], tools })
  await bench.say('sb_a', 'Commit.')
  await bench.ended('sb_a')
  expect(bench.audit.events.map(({ name }) => name)).toEqual(['commit'])
})

test('an automatic one is noted with the decision it goes back to, what it was expected to save and what it saved', async () => {
  const bench = open([...FILLING, { text: PACKET }, { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(bench.audit.events.at(-1)).toMatchObject({
    name: 'compaction_completed',
    fields: {
      trigger: 'mid_turn',
      saved_tokens: expect.any(Number),
      attribution: { packet_author: 'agent', predicted_saved_tokens: expect.any(Number) },
    },
  })
})

test('a compaction is noted with its figures, a failed one with its reason', async () => {
  const bench = await withPast(12)
  for (const id of ['sb_c', 'sb_d']) {
    await bench.submit(id, { type: 'compact' })
    await bench.ended(id)
  }
  expect(bench.audit.events).toMatchObject([
    { name: 'compaction_completed', fields: { trigger: 'manual', tokens_before: expect.any(Number) } },
    { name: 'compaction_failed', fields: { reason: 'no_gain' } },
  ])
})
