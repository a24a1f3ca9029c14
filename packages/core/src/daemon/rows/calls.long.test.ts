// Failure rows WIRE-05 and WIRE-08: compactions while calls are open. The provider refuses orphans and unanswered calls.
import { expect, test } from 'vitest'
import { speak } from '../../adapters/model/testing/speak.ts'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

type Input = { readonly type?: string; readonly call_id?: string; readonly output?: string }
const inputOf = (body = ''): readonly Input[] => (JSON.parse(body) as { input: Input[] }).input

test('WIRE-05: a compaction asked for while a call runs leaves nothing behind that later answers calls nobody made', async () => {
  const calls = Array.from({ length: 10 }, (_, n) => running(`echo late ${n}`))
  const row = await open({
    answers: [
      running('seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      running('sleep 0.5; echo in flight'),
      ...calls,
      saying('Counted.'),
    ],
  })
  const end = row.say('Count.')
  await row.client.event('exec_command_begin', 3)
  const compacted = row.compact({ strategy: 'extractive' })
  expect(await end).toMatchObject({ type: 'turn_complete' })
  expect(await compacted).toMatchObject({ type: 'context_compacted' })
  for (const body of row.bodies().slice(4)) {
    const input = inputOf(body)
    const made = input.flatMap(({ type, call_id }) => (type === 'function_call' ? [call_id] : []))
    const answers = input.filter(({ type }) => type === 'function_call_output')
    expect(answers.map(({ call_id }) => call_id)).toEqual(made)
    expect(answers.filter(({ output }) => /aborted|not run/.test(output ?? ''))).toEqual([])
  }
})

test('WIRE-08: a compaction that the model asks for beside a read runs when the round is whole; both are answered', async () => {
  const both = speak('responses', {
    calls: [
      { id: 'call_wish', name: 'request_compaction', json: '{"reason":"The counting is over."}' },
      { id: 'call_read', name: 'read', json: '{"path":"berths.txt"}' },
    ],
  })
  const row = await open({
    window: 20_000,
    settings: { tools: { output_max_tokens: 9_000 } },
    answers: [
      running('seq 1 300 > berths.txt; seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      both,
      saying('Painted.'),
    ],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  const begun = row.client.logged().map(({ msg }) => msg)
  const ends = begun.flatMap((msg, at) => (msg.type === 'tool_call_end' ? [at] : []))
  const starts = begun.flatMap((msg, at) => (msg.type === 'compaction_started' ? [at] : []))
  expect(ends).toHaveLength(2)
  expect(starts.filter((at) => at > Math.min(...ends) && at < Math.max(...ends))).toEqual([])
  expect(starts.filter((at) => at > Math.max(...ends)).length).toBeGreaterThan(0)
  expect(row.told('compaction_started').at(-1)).toMatchObject({ trigger: 'agent_request' })
})
