import type { Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { BENCH_SETTINGS, failure, memoryTools, type ScriptedStep, sessionBench } from '../testing/index.ts'
import { breachesOf, sentTexts } from '../testing/look.ts'

const settings = (change: Partial<Settings>): Settings => ({ ...BENCH_SETTINGS, ...change })

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

const faultEnds = async (script: readonly ScriptedStep[], reason: string) => {
  const bench = sessionBench({
    script,
    settings: settings({ provider: { ...BENCH_SETTINGS.provider, max_retries: 0 } }),
  })
  await bench.say('sb_a', 'Try.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_aborted', reason })
  expect(breachesOf(bench.log.lines)).toEqual([])
}

test('a steering message is read before the next request of the running turn', async () => {
  const { opened, open } = gate()
  const tools = memoryTools({
    wait: {
      run: async () => {
        await opened
        return { output: 'waited', success: true }
      },
    },
  })
  const bench = sessionBench({ script: [{ calls: [{ name: 'wait', arguments: {} }] }, { text: 'In blue.' }], tools })
  await bench.say('sb_a', 'Paint the quay.')
  await bench.until(({ msg }) => msg.type === 'tool_call_begin')
  const steered = bench.submit('sb_b', { type: 'user_input', items: [{ type: 'text', text: 'In blue.' }] })
  open()
  expect(await steered).toMatchObject({ type: 'accepted', outcome: 'queued' })
  await bench.ended('sb_a')
  expect(bench.model.requests[1]?.items.slice(-2).map(({ type }) => type)).toEqual(['function_call_output', 'message'])
  expect(sentTexts(bench, 1)).toEqual(['Paint the quay.', 'In blue.'])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('failures that pass are waited for, as long as the server asks, and an answer ends the waiting', async () => {
  const script = [
    { fault: failure('rate_limited', { retryAfterMs: 7_000 }) },
    { fault: failure('stream_cut'), textBefore: 'Hal' },
    { text: 'Half and whole.' },
  ]
  const bench = sessionBench({ script })
  await bench.say('sb_a', 'Try.')
  await bench.until(({ msg }) => msg.type === 'stream_error' && msg.retry_in_ms === 7_000)
  expect(bench.clock.waiting()).toEqual([7_000])
  bench.clock.advance(7_000)
  await bench.until(({ msg }) => msg.type === 'stream_error' && msg.attempt === 2 && msg.retry_in_ms === 200)
  bench.clock.advance(200)
  expect((await bench.ended('sb_a')).msg).toMatchObject({
    type: 'turn_complete',
    last_agent_message: 'Half and whole.',
  })
  expect(sentTexts(bench, 2)).toEqual(['Try.'])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('every fault has its named end', async () => {
  await faultEnds([{ fault: failure('unauthorized') }], 'provider_refused')
  await faultEnds([{ fault: failure('not_found') }], 'provider_refused')
  await faultEnds([{ fault: failure('refused', { status: 400 }) }], 'provider_refused')
  await faultEnds([{ fault: failure('rate_limited') }], 'provider_unreachable')
  await faultEnds([{ fault: failure('server_error') }], 'provider_unreachable')
  await faultEnds([{ fault: failure('unreachable') }], 'provider_unreachable')
  await faultEnds([{ fault: failure('stream_cut') }], 'provider_unreachable')
  await faultEnds([{ fault: failure('stream_idle') }], 'provider_unreachable')
  await faultEnds([{ fault: failure('garbage') }], 'model_failed')
  await faultEnds([{ text: 'Cut o', stop: 'length' }], 'output_limit')
  await faultEnds([{ text: 'I must no', stop: 'content_filter' }], 'content_filter')
})
