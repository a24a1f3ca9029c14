import { isToolCall, SequenceId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryTools, sessionBench, usage } from '../testing/index.ts'
import { breachesOf } from '../testing/look.ts'

const shell = memoryTools({
  shell: {
    alone: true,
    purpose: () => ({ kind: 'exec', command: ['ls'], cwd: '/home/ada/harbour' }),
    run: () => ({ output: 'quay.ts', success: true, exitCode: 0 }),
  },
})

test('call ids that a server gives twice become unique', async () => {
  const call = { name: 'shell', arguments: {}, callId: 'call_0' }
  const bench = sessionBench({ script: [{ calls: [call, call] }, { calls: [call] }, { text: 'Done.' }], tools: shell })
  await bench.say('sb_a', 'Three times.')
  await bench.ended('sb_a')
  const calls = bench.model.requests[2]?.items.filter(isToolCall).map(({ call_id }) => call_id) ?? []
  expect([calls.length, new Set(calls).size]).toEqual([3, 3])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('a prompt of the sequence is not the user’s words and may call no tool', async () => {
  const bench = sessionBench({ script: [{ text: 'Hello.' }, { text: 'The packet.' }] })
  const sequence_id = SequenceId.parse('sq_1')
  await bench.say('sb_a', 'Hello.')
  await bench.ended('sb_a')
  const items = [{ type: 'text', text: 'Write the packet.' }] as const
  await bench.submit('sb_p', { type: 'user_turn', items: [...items], origin: 'packet_prompt', sequence_id })
  await bench.ended('sb_p')
  expect(bench.model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'none'])
  expect(bench.model.requests[1]?.items.at(-1)?.meta.origin).toBe('synthetic')
})

test('a server that reports counts; one that reports nothing, or something absurd, is estimated', async () => {
  const figures = async (reported: Parameters<typeof usage> | null, text: string) => {
    const bench = sessionBench({ script: [{ text: 'ok', usage: reported === null ? null : usage(...reported) }] })
    await bench.say('sb_a', text)
    await bench.ended('sb_a')
    const { msg } = await bench.until((event) => event.msg.type === 'token_count')
    return msg.type === 'token_count' ? msg : null
  }
  expect(await figures([4_000, 20], 'short')).toMatchObject({
    usage: { used_tokens: 4_020, source: 'reported' },
    last: { input_tokens: 4_000 },
  })
  expect(await figures(null, 'short')).toMatchObject({ usage: { source: 'divisors' } })
  const truncated = await figures([100, 20], 'many words '.repeat(4_000))
  expect(truncated).toMatchObject({ usage: { source: 'divisors' }, total: { input_tokens: 100 } })
  expect(truncated).not.toHaveProperty('last')
})
