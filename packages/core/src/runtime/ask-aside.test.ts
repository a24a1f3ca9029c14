import { expect, test } from 'vitest'
import type { SamplingRequest } from '../ports/model-client.ts'
import { failure, memoryClock, type ScriptedStep, scriptedModel, usage } from '../testing/index.ts'
import { askAside } from './ask-aside.ts'

const request: SamplingRequest = {
  model: 'm',
  instructions: '',
  items: [],
  tools: [],
  toolChoice: 'none',
  cacheKey: 'th',
}

const ask = (step: ScriptedStep, kind: 'whole' | 'silence' = 'whole') => {
  const clock = memoryClock()
  const controller = new AbortController()
  const model = scriptedModel([step])
  const answer = askAside({ model, request, clock, deadline: { kind, ms: 20_000 }, signal: controller.signal })
  return { clock, controller, answer }
}

test('a whole answer is text, calls and what it cost', async () => {
  const step = { text: 'yes', calls: [{ name: 'read', arguments: {} }], usage: usage(10, 2) }
  const { answer, clock } = ask(step)
  expect(await answer).toMatchObject({ ok: true, value: { text: 'yes', usage: { total_tokens: 12 } } })
  expect(clock.waiting()).toEqual([])
})

test('a failure, an answer cut off, and one that never ends say why', async () => {
  expect(await ask({ fault: failure('server_error') }).answer).toEqual({ ok: false, error: 'scripted server_error' })
  expect(await ask({ text: 'y', stop: 'length' }).answer).toEqual({
    ok: false,
    error: 'the answer was cut off (length)',
  })
  const late = ask({ hangAfter: 'y' })
  late.clock.advance(20_000)
  expect(await late.answer).toEqual({ ok: false, error: 'no answer came within 20 s' })
})

test('who stops it gets a failure at once, and no timer stays', async () => {
  const { answer, controller, clock } = ask({ hangAfter: 'y' })
  controller.abort()
  expect(await answer).toEqual({ ok: false, error: 'it was stopped' })
  expect(clock.waiting()).toEqual([])
})
