import { checkRequests } from '@rawr/protocol/testing'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { BENCH_SETTINGS, memoryTools, sessionBench } from '../../testing/index.ts'
import { startProvider } from './testing/provider-server.ts'
import { remembering } from './testing/remembering.ts'
import { called, clientAt, request, result, said, sampleAll } from './testing/sampling.ts'

const Body = z.looseObject({
  input: z.array(z.unknown()),
  previous_response_id: z.string().optional(),
  store: z.boolean(),
})

const call = (n: number) => ({ calls: [{ id: `call_${n}`, name: 'read', json: `{"path":"${n}"}` }] })

const opened = async (spoken: readonly Parameters<ReturnType<typeof remembering>['answer']>[0][], stores = true) => {
  const memory = remembering()
  const provider = await startProvider(...spoken.map((one) => memory.answer(one)))
  onTestFinished(provider.close)
  const client = clientAt(provider.url, { wire_api: 'responses', stores_answers: stores })
  return { memory, client, bodies: () => provider.sent.map(({ body }) => Body.parse(body)) }
}

test('a turn of calls travels once: each request carries what is new, and the provider has the whole', async () => {
  const { memory, client, bodies } = await opened([call(1), call(2), call(3), { text: 'Read.' }])
  const tools = memoryTools({ read: { run: async () => ({ output: 'x'.repeat(2_000), success: true }) } })
  const bench = sessionBench({ model: client, tools, settings: BENCH_SETTINGS })
  await bench.say('sb_a', 'Read three files.')
  await bench.ended('sb_a')
  expect(bodies().map(({ input, previous_response_id }) => [input.length, previous_response_id])).toEqual([
    [2, undefined],
    [1, 'resp_kept_1'],
    [1, 'resp_kept_2'],
    [1, 'resp_kept_3'],
  ])
  const facts = { window: null, bytesMax: null, sacred: [], live: null, encrypted: new Set<string>(), fenceTags: [] }
  const meant = memory.meant.map((body) => z.looseObject({}).parse(body))
  expect(meant.map((body) => z.array(z.unknown()).parse(body.input).length)).toEqual([2, 4, 6, 8])
  expect(checkRequests(meant, () => facts)).toEqual([])
})

test('without the setting nothing is kept and everything is sent', async () => {
  const { client, bodies } = await opened([{ text: 'One.' }], false)
  await sampleAll(client)
  await sampleAll(client, request({ items: [said('user', 'hello'), said('assistant', 'One.'), said('user', 'more')] }))
  expect(bodies().map(({ store, previous_response_id }) => [store, previous_response_id])).toEqual([
    [false, undefined],
    [false, undefined],
  ])
})

test('a provider that has forgotten gets everything at once, and one that never remembers is asked no more', async () => {
  const { memory, client, bodies } = await opened([{ text: 'One.' }])
  const first = said('user', 'hello')
  const second = [first, said('assistant', 'One.'), said('user', 'more')]
  for (let round = 0; round < 5; round += 1) {
    await sampleAll(client, request({ items: [first] }))
    memory.forget()
    const events = await sampleAll(client, request({ items: second }))
    expect(events.at(-1)).toMatchObject({ type: 'completed' })
  }
  const refused = bodies().filter(({ previous_response_id }) => previous_response_id !== undefined)
  expect(refused).toHaveLength(3)
  expect(bodies()).toHaveLength(5 * 2 + 3)
})

test.each([
  ['another text', [said('assistant', 'Two.')]],
  ['a call that was given another id', [said('assistant', 'One.'), called('fresh_1'), result('fresh_1', 'x')]],
  ['nothing of it', []],
])('a history that has %s of the answer is sent whole', async (_what, after) => {
  const { client, bodies } = await opened([{ text: 'One.' }])
  const first = said('user', 'hello')
  await sampleAll(client, request({ items: [first] }))
  await sampleAll(client, request({ items: [first, ...after, said('user', 'more')] }))
  expect(bodies().map(({ previous_response_id }) => previous_response_id)).toEqual([undefined, undefined])
})

test('a beginning that changed, or another model, is sent whole', async () => {
  const { client, bodies } = await opened([{ text: 'One.' }])
  const first = said('user', 'hello')
  const more = [said('assistant', 'One.'), said('user', 'more')]
  await sampleAll(client, request({ items: [first] }))
  await sampleAll(client, request({ items: [said('user', 'Hello'), ...more] }))
  await sampleAll(client, request({ items: [first, ...more], model: 'birch' }))
  await sampleAll(client, request({ items: [first, ...more] }))
  expect(bodies().map(({ previous_response_id }) => previous_response_id)).toEqual([
    undefined,
    undefined,
    undefined,
    'resp_kept_1',
  ])
})
