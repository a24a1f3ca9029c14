// Failure rows of the kind STRM: broken streams, hangs, cancel, retries.
import { expect, test } from 'vitest'
import {
  type Answer,
  http,
  responses,
  sse,
  sseThenReset,
  sseThenSilence,
} from '../../adapters/model/testing/provider-server.ts'
import { opensRows, running, saying, soon } from '../testing/row-bench.ts'

const open = opensRows()

const past = [running('seq 1 4000'), running('seq 4000 8000'), running('seq 8000 12000'), saying('Counted.')]
const NARRATIVE = '<summary>All berths were counted; they are to be painted next.</summary>'
const failed = {
  type: 'response.failed',
  response: { status: 'failed', error: { code: 'server_error', message: 'It broke.' } },
}

test('STRM-01: a stream that breaks three times while compacting succeeds on the fourth', async () => {
  const broken = sseThenReset(responses.text('<summary>All ber'))
  const row = await open({ answers: [...past, broken, broken, broken, saying(NARRATIVE), saying('Painted.')] })
  await row.say('Count.')
  expect(await row.compact({ strategy: 'full' })).toMatchObject({
    type: 'context_compacted',
    report: { strategy: 'full' },
  })
  expect(row.bodies()).toHaveLength(8)
  expect(await row.say('Paint.')).toMatchObject({ last_agent_message: 'Painted.' })
})

test('STRM-03: a connection that dies without a close is given up, said so and made again', async () => {
  const row = await open({
    settings: { provider: { stream_idle_timeout_ms: 1_000 } },
    answers: [sseThenSilence(responses.text('Hal')), saying('Whole.')],
  })
  expect(await soon(row.say('Count.'))).toMatchObject({ type: 'turn_complete', last_agent_message: 'Whole.' })
  expect(row.told('stream_error')).toMatchObject([
    { message: expect.stringContaining('said nothing for 1 s'), attempt: 1 },
  ])
})

test('STRM-03: while it is silent the person can cancel', async () => {
  const row = await open({ answers: [sseThenSilence(responses.text('Hal'))] })
  const end = row.say('Count.')
  await row.client.event('agent_message_delta')
  const at = performance.now()
  await row.send({ type: 'interrupt' })
  expect(await end).toMatchObject({ type: 'turn_aborted', reason: 'interrupted' })
  expect(performance.now() - at).toBeLessThan(1_000)
})

test('STRM-04: the turn ends at the last event, though the body is never closed', async () => {
  const whole = [responses.done(responses.message('Done.')), responses.completed()]
  const row = await open({ answers: [sseThenSilence(...whole)] })
  expect(await soon(row.say('Count.'))).toMatchObject({ type: 'turn_complete', last_agent_message: 'Done.' })
})

test('STRM-06: an error inside a stream with status 200 is an error, never text of the agent', async () => {
  const row = await open({ answers: [sse(failed), sse(responses.text('I beg'), failed), saying('Here.')] })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Here.' })
  expect(row.told('stream_error')).toHaveLength(2)
  expect(row.told('agent_message').map(({ text }) => text)).toEqual(['Here.'])
  // The piece that was shown counts for nothing (decision 0122).
  expect([row.bodies().at(-1), row.log()].filter((text) => text?.includes('I beg'))).toEqual([])
})

test('STRM-07: a cancelled compaction is idle within a second, the history unchanged, a late reply ignored', async () => {
  const asked = Promise.withResolvers<void>()
  const slow: Answer = (response, sent) => {
    asked.resolve()
    return sseThenSilence(responses.text('<sum'))(response, sent)
  }
  const row = await open({ answers: [...past, slow, saying('Painted.')] })
  await row.say('Count.')
  const before = row.bodies().length
  const end = row.compact({ strategy: 'full' })
  await asked.promise
  const at = performance.now()
  await row.send({ type: 'interrupt' })
  expect(await soon(end)).toMatchObject({ type: 'compact_failed', reason: 'interrupted' })
  expect(performance.now() - at).toBeLessThan(1_000)
  expect(await row.say('Paint.')).toMatchObject({ type: 'turn_complete' })
  expect(await row.say('Paint on.')).toMatchObject({ type: 'turn_complete' })
  const input = (body = ''): readonly unknown[] => (JSON.parse(body) as { input: unknown[] }).input
  const last = input(row.bodies()[before - 1])
  expect(input(row.bodies().at(-1)).slice(0, last.length)).toEqual(last)
})

test('STRM-11: an empty account stops the words of a compaction at once: one call, and the facts stand', async () => {
  const quota = http(429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota.' } })
  const row = await open({ answers: [...past, quota] })
  await row.say('Count.')
  expect(await row.compact({ strategy: 'full' })).toMatchObject({
    type: 'context_compacted',
    report: { strategy: 'extractive', reason: expect.stringContaining('no credit left') },
  })
  expect(row.bodies()).toHaveLength(5)
})

test('STRM-12: a reply to the compaction without any item is an empty summary: the facts stand, nothing crashes', async () => {
  const row = await open({ answers: [...past, sse(responses.completed()), saying('Painted.')] })
  await row.say('Count.')
  expect(await row.compact({ strategy: 'full' })).toMatchObject({
    type: 'context_compacted',
    report: { strategy: 'extractive', reason: expect.stringContaining('The answer was empty.') },
  })
  // Asked once: the same question would be answered the same way.
  expect(row.bodies()).toHaveLength(5)
  expect(await row.say('Paint.')).toMatchObject({ type: 'turn_complete' })
})

test('a 429 with a pause of a second, a reset after four pieces and an error in the stream add less than two seconds in all', async () => {
  const limited = http(429, { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } }, { 'retry-after': '1' })
  const pieces = ['Count', 'ing ', 'the ', 'ber'].map((text) => responses.text(text))
  const row = await open({ answers: [limited, sseThenReset(...pieces), sse(failed), saying('Counted.')] })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Counted.' })
  const pauses = row.told('stream_error').map(({ retry_in_ms }) => retry_in_ms)
  expect(pauses).toHaveLength(3)
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2_000)
})
