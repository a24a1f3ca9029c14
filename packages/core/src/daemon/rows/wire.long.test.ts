// Failure rows of the kind WIRE: requests made invalid by rewriting history. The provider refuses them all.
import { expect, test } from 'vitest'
import { responses, sse } from '../../adapters/model/testing/provider-server.ts'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

test('WIRE-01: a round of three parallel calls is kept or left as a whole, wherever the cut falls', async () => {
  const rounds = Array.from({ length: 8 }, (_, n) => running(`seq ${n} 900`, `seq ${n} 700`, `seq ${n} 500`))
  const row = await open({ window: 16_000, answers: [...rounds, saying('Counted.'), saying('Again.')] })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  await row.compact({ strategy: 'extractive' })
  expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Again.' })
  expect(row.told('context_compacted').length).toBeGreaterThan(1)
})

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
})

test('WIRE-10, WIRE-12: thoughts that another key encrypted are refused once, left out, and the thread goes on', async () => {
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'blob-A' }
  const row = await open({
    strict: {
      alsoRefuse: (body) =>
        JSON.stringify(body).includes('blob-A')
          ? 'invalid_encrypted_content: The encrypted content could not be verified.'
          : null,
    },
    answers: [
      sse(responses.done(thought), responses.done(responses.message('One.'), 1), responses.completed()),
      saying('Two.'),
    ],
  })
  await row.say('Count.')
  expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Two.' })
  expect(row.bodies().map((body) => body.includes('blob-A'))).toEqual([false, true, false])
  expect(await row.say('And again.')).toMatchObject({ type: 'turn_complete' })
  expect(row.bodies()).toHaveLength(4)
})

test('WIRE-13, WIRE-15: a thought stays next to the call it led to, byte for byte, or goes with it', async () => {
  const thought = (n: number) => ({
    type: 'reasoning',
    id: `rs_${n}`,
    summary: [],
    encrypted_content: ` sealed ${n}\n `,
  })
  const round = (n: number) =>
    sse(
      responses.done(thought(n)),
      responses.done(responses.call(`call_t${n}`, 'shell', JSON.stringify({ command: `seq ${n} 900` })), 1),
      responses.completed(),
    )
  const row = await open({ window: 16_000, answers: [...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(round), saying('Counted.')] })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  expect(row.told('context_compacted').length).toBeGreaterThan(0)
  for (const body of row.bodies()) {
    const { input } = JSON.parse(body) as { input: { type: string; encrypted_content?: string }[] }
    for (const { type, encrypted_content } of input)
      if (type === 'reasoning') expect(encrypted_content).toMatch(/^ sealed \d\n $/)
  }
})
