import { expect, test } from 'vitest'
import { failure, memoryClock, memoryIds, scriptedModel } from '../testing/index.ts'
import { samplePatiently } from './patient-model.ts'

const request = () => ({
  model: 'm',
  instructions: '',
  items: [],
  tools: [],
  toolChoice: 'none' as const,
  cacheKey: 'th_1',
})

const patience = (retriesMax: number, ...faults: readonly Parameters<typeof failure>[0][]) => {
  const model = scriptedModel([...faults.map((kind) => ({ fault: failure(kind) })), { text: 'Here.' }])
  return { model, clock: memoryClock(), ids: memoryIds(), retriesMax }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('what passes is waited for, ever longer, and the whole answer is that of the last attempt', async () => {
  const patient = patience(5, 'stream_cut', 'server_error', 'unreachable')
  const answer = samplePatiently(patient, request(), new AbortController().signal)
  for (const pause of [200, 400, 800]) {
    await turns()
    expect(patient.clock.waiting()).toEqual([pause])
    patient.clock.advance(pause)
  }
  expect((await answer).map(({ type }) => type)).toEqual(['text_delta', 'text_delta', 'item_done', 'completed'])
  expect(patient.model.requests).toHaveLength(4)
})

test('what will not pass, or too often, is the answer', async () => {
  const never = new AbortController().signal
  expect((await samplePatiently(patience(5, 'refused'), request(), never)).at(-1)).toMatchObject({ type: 'failed' })
  expect((await samplePatiently(patience(0, 'stream_cut'), request(), never)).at(-1)).toMatchObject({ type: 'failed' })
})

test('a stop ends the waiting at once, and nothing is asked again', async () => {
  const patient = patience(5, 'stream_cut')
  const stop = new AbortController()
  const answer = samplePatiently(patient, request(), stop.signal)
  await turns()
  stop.abort()
  await answer
  expect(patient.model.requests).toHaveLength(1)
  expect(patient.clock.waiting()).toEqual([])
})
