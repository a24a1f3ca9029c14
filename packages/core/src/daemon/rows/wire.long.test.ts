// Failure rows of the kind WIRE: requests made invalid by rewriting history. The provider refuses them all.
import { expect, onTestFinished, test } from 'vitest'
import { http, responses, sse, startProvider } from '../../adapters/model/testing/provider-server.ts'
import { strictly } from '../../adapters/model/testing/strict.ts'
import { opensRows, printing, running, saying, tokensOf } from '../testing/row-bench.ts'

const open = opensRows()

type Input = { readonly type?: string; readonly call_id?: string; readonly encrypted_content?: string }
const inputOf = (body = ''): readonly Input[] => (JSON.parse(body) as { input: Input[] }).input

test('WIRE-01: a round of three parallel calls is kept or left as a whole, wherever the cut falls', async () => {
  const rounds = Array.from({ length: 8 }, (_, n) => running(`seq ${n} 900`, `seq ${n} 700`, `seq ${n} 500`))
  const row = await open({ window: 16_000, answers: [...rounds, saying('Counted.'), saying('Again.')] })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  await row.compact({ strategy: 'extractive' })
  expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Again.' })
  expect(row.told('context_compacted').length).toBeGreaterThan(1)
})

test.each([2, 3, 4])(
  'WIRE-04: a history of 1.3 windows that begins with pairs is left in whole rounds, where %s items are to stay',
  async (max_tail) => {
    const window = 20_000
    let limit = Number.POSITIVE_INFINITY
    const rounds = Array.from({ length: 8 }, () => running(printing(1_700), printing(1_600)))
    const row = await open({
      window: 100_000,
      strict: { alsoRefuse: (body) => (tokensOf(body) > limit ? 'context_length_exceeded' : null) },
      settings: { features: { rawr_auto_compaction: false } },
      answers: [...rounds, running('echo one', 'echo two'), saying('Counted.'), saying('Again.')],
    })
    await row.say('Count.')
    expect(tokensOf(row.bodies().at(-1)) / window).toBeGreaterThan(1.3)
    limit = window
    await row.resume({ model: { context_window: window } })
    // Fewer than the items of a round: the cut would fall before a result, between the two, and between the calls.
    expect(await row.compact({ strategy: 'full', max_tail })).toMatchObject({ type: 'context_compacted' })
    expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Again.' })
    const calls = inputOf(row.bodies().at(-1)).filter(({ type }) => type === 'function_call')
    expect(calls).toHaveLength(2)
  },
)

test('WIRE-07: a compaction right after an interrupted tool is well-formed, and so is what follows', async () => {
  const row = await open({
    answers: [
      running('seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      running('sleep 60'),
      saying('<summary>Counted so far.</summary>'),
      saying('On.'),
    ],
  })
  const end = row.say('Count.')
  await row.client.event('exec_command_begin', 3)
  await row.send({ type: 'interrupt' })
  expect(await end).toMatchObject({ reason: 'interrupted' })
  expect(await row.compact({ strategy: 'full' })).toMatchObject({
    type: 'context_compacted',
    report: { strategy: 'full' },
  })
  expect(await row.say('Go on.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'On.' })
})

test('WIRE-09: after a compaction right behind a turn, and a resume, the next request asks something', async () => {
  const row = await open({
    answers: [
      running('seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      saying('Counted.'),
      saying('On.'),
    ],
  })
  await row.say('Count.')
  await row.compact({ strategy: 'extractive' })
  await row.bench.restart()
  expect(await row.say('Go on.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'On.' })
  expect(inputOf(row.bodies().at(-1)).at(-1)).toMatchObject({ role: 'user', content: [{ text: 'Go on.' }] })
})

const FOREIGN = 'invalid_encrypted_content: The encrypted content could not be verified.'

/** Refuses every request that holds this blob. */
const refusing = (blob: string) => ({
  alsoRefuse: (body: unknown) => (JSON.stringify(body).includes(blob) ? FOREIGN : null),
})

const thinking = (blob: string, text: string) =>
  sse(
    responses.done({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: blob }),
    responses.done(responses.message(text), 1),
    responses.completed(),
  )

test('WIRE-10: thoughts that another key encrypted are refused once, left out, and the person is told', async () => {
  const row = await open({ strict: refusing('blob-A'), answers: [thinking('blob-A', 'One.'), saying('Two.')] })
  await row.say('Count.')
  expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Two.' })
  expect(row.bodies().map((body) => body.includes('blob-A'))).toEqual([false, true, false])
  expect(await row.say('And again.')).toMatchObject({ type: 'turn_complete' })
  expect(row.bodies()).toHaveLength(4)
  expect(row.told('warning').filter(({ message }) => message.includes('encrypted content'))).toHaveLength(1)
})

test('WIRE-10: an opaque summary that no longer verifies leaves, and the facts from the log stand in its place', async () => {
  const row = await open({
    strict: refusing('blob-R'),
    settings: { features: { remote_compaction: true } },
    remote: http(200, { output: [{ type: 'compaction', encrypted_content: 'blob-R' }] }),
    answers: [
      running('seq 1 4000; echo FACT-berth-17.ts'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      saying('Counted.'),
      saying('Again.'),
    ],
  })
  await row.say('Count the berths of quay-9.ts.')
  expect(await row.compact({ strategy: 'remote' })).toMatchObject({ report: { strategy: 'remote' } })
  expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Again.' })
  const [refused, taken] = row.bodies().slice(-2)
  expect([refused?.includes('blob-R'), taken?.includes('blob-R')]).toEqual([true, false])
  expect(taken).toContain('quay-9.ts')
  expect(row.told('warning').filter(({ message }) => message.includes('encrypted content'))).toHaveLength(1)
})

test('WIRE-12: another provider in mid-session gets the thread without the blobs of the first', async () => {
  const other = await startProvider(strictly(saying('Two.'), refusing('blob-A')))
  onTestFinished(other.close)
  const row = await open({ answers: [thinking('blob-A', 'One.')] })
  await row.say('Count.')
  await row.resume({ provider: { ...row.bench.settings.provider, base_url: other.url } })
  expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Two.' })
  expect(row.bodies()).toHaveLength(1)
  const last = JSON.stringify(other.sent.at(-1)?.body)
  expect([last.includes('blob-A'), last.includes('One.')]).toEqual([false, true])
})

const sealed = (n: number): string => ` sealed ${n}\n `

const thinkingRound = (n: number) =>
  sse(
    responses.done({ type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: sealed(n) }),
    responses.done(responses.call(`call_t${n}`, 'shell', JSON.stringify({ command: `seq ${n} 900` })), 1),
    responses.completed(),
  )

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]

test('WIRE-13: a thought and the call it led to stay side by side, or go together', async () => {
  const row = await open({ window: 16_000, answers: [...NINE.map(thinkingRound), saying('Counted.'), saying('On.')] })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  expect(row.told('context_compacted').length).toBeGreaterThan(0)
  // A tail that would begin between the two.
  await row.compact({ strategy: 'extractive', max_tail: 2 })
  expect(await row.say('On.')).toMatchObject({ type: 'turn_complete' })
  for (const body of row.bodies()) {
    const input = inputOf(body)
    for (const [at, { call_id }] of input.entries())
      if (input[at]?.type === 'function_call')
        expect([call_id, input[at - 1]?.encrypted_content]).toEqual([call_id, sealed(Number(call_id?.slice(6)))])
  }
})

test('WIRE-15: signed thoughts go back byte for byte, or not at all, and a compaction is always possible', async () => {
  const signed = new Set(NINE.map(sealed))
  const row = await open({
    strict: {
      alsoRefuse: (body) => {
        const isChanged = inputOf(JSON.stringify(body)).some(
          ({ type, encrypted_content = '' }) => type === 'reasoning' && !signed.has(encrypted_content),
        )
        return isChanged ? '`thinking` blocks in the latest assistant message cannot be modified.' : null
      },
    },
    answers: [
      ...NINE.map(thinkingRound),
      saying('Counted.'),
      saying('<summary>All berths were counted.</summary>'),
      saying('On.'),
    ],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  expect(await row.compact({ strategy: 'full' })).toMatchObject({ report: { strategy: 'full' } })
  expect(await row.say('On.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'On.' })
})
