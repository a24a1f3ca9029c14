import { SequenceId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryTools } from '../testing/memory-ports.ts'
import { BENCH_SETTINGS, sessionBench } from '../testing/session-bench.ts'

test('a packet turn runs no tool, whatever the model calls, and nobody is asked about it', async () => {
  const tools = memoryTools({
    shell: {
      purpose: () => ({ kind: 'exec', command: ['rm', '-rf', 'harbour'], cwd: '/home/ada' }),
      run: () => ({ output: 'ran', success: true, exitCode: 0 }),
    },
  })
  const bench = sessionBench({
    script: [{ text: 'Hello.' }, { calls: [{ name: 'shell', arguments: {} }] }, { text: 'The packet.' }],
    tools,
    settings: { ...BENCH_SETTINGS, approvals: { policy: 'untrusted' } },
  })
  await bench.say('sb_a', 'Hello.')
  await bench.ended('sb_a')
  const sequence_id = SequenceId.parse('sq_1')
  const items = [{ type: 'text' as const, text: 'Write the packet.' }]
  await bench.submit('sb_p', { type: 'user_turn', items, origin: 'packet_prompt', sequence_id })
  expect((await bench.ended('sb_p')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'The packet.' })
  expect(tools.ran).toEqual([])
  expect(bench.model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'none', 'none'])
  const types = bench.events.map(({ msg }) => msg.type)
  expect(types).toContain('tool_call_end')
  expect(types).not.toContain('exec_approval_request')
})
