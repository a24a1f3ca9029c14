import { expect, test } from 'vitest'
import { memoryTools, sessionBench, usage } from '../testing/index.ts'

const kinds = (bench: ReturnType<typeof sessionBench>, id: string) =>
  bench.events.filter((event) => event.id === id && event.seq !== undefined).map(({ msg }) => msg.type)

test('a text answer: the turn begins, speaks, says what it cost and ends', async () => {
  const bench = sessionBench({ script: [{ text: 'All green.', usage: usage(900, 12) }] })
  expect(await bench.say('sb_a', 'Run the tests, please.')).toMatchObject({ type: 'accepted', outcome: 'started' })
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'All green.' })
  expect(kinds(bench, 'sb_a')).toEqual([
    'turn_started',
    'user_message',
    'agent_message',
    'token_count',
    'turn_complete',
  ])
})

test('a tool is run, its output is sent back, and the answer follows', async () => {
  const tools = memoryTools({
    shell: {
      alone: true,
      purpose: () => ({ kind: 'exec', command: ['ls'], cwd: '/home/ada/harbour' }),
      run: () => ({ output: 'quay.ts', success: true, exitCode: 0 }),
    },
  })
  const script = [{ calls: [{ name: 'shell', arguments: { command: 'ls' } }] }, { text: 'There is quay.ts.' }]
  const bench = sessionBench({ script, tools })
  await bench.say('sb_a', 'What is here?')
  await bench.ended('sb_a')
  expect(kinds(bench, 'sb_a')).toEqual([
    'turn_started',
    'user_message',
    'token_count',
    'exec_command_begin',
    'exec_command_end',
    'agent_message',
    'token_count',
    'turn_complete',
  ])
  expect(bench.model.requests[1]?.items.map(({ type }) => type)).toEqual([
    'message',
    'message',
    'function_call',
    'function_call_output',
  ])
})
