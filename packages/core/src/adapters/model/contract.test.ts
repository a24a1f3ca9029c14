/** The promises of every model client, kept by each of ours. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { type ModelUnderTest, modelClientContract } from '../../testing/contracts/model-client.ts'
import {
  type Answer,
  chat,
  responses,
  sse,
  sseThenReset,
  sseThenSilence,
  startProvider,
} from './testing/provider-server.ts'
import { clientAt, type Wire } from './testing/sampling.ts'

const TEXT = ['All ', 'green.'] as const
const JSON_TEXT = '{"path":"notes.txt"}'

const ANSWERS: Readonly<Record<Wire, { readonly [Name in keyof ModelUnderTest]: Answer }>> = {
  responses: {
    answering: sse(
      ...TEXT.map((text) => responses.text(text)),
      responses.done(responses.message(TEXT.join(''))),
      responses.completed(),
    ),
    calling: sse(responses.done(responses.call('c1', 'read', JSON_TEXT)), responses.completed()),
    breakingOff: sseThenReset(responses.text('All ')),
    hanging: sseThenSilence(responses.text('All ')),
  },
  chat: {
    answering: sse(...TEXT.map((content) => chat.delta({ content })), chat.delta({}, 'stop'), chat.done),
    calling: sse(
      chat.delta(
        { tool_calls: [{ index: 0, id: 'c1', function: { name: 'read', arguments: JSON_TEXT } }] },
        'tool_calls',
      ),
      chat.done,
    ),
    breakingOff: sseThenReset(chat.delta({ content: 'All ' })),
    hanging: sseThenSilence(chat.delta({ content: 'All ' })),
  },
}

const clientFor = (wire: Wire, answer: Answer) => async () => {
  const provider = await startProvider(answer)
  onTestFinished(provider.close)
  return clientAt(provider.url, { wire_api: wire })
}

describe.each(['responses', 'chat'] as const)('over %s', (wire) => {
  const { answering, calling, breakingOff, hanging } = ANSWERS[wire]
  const cases = modelClientContract({
    answering: clientFor(wire, answering),
    calling: clientFor(wire, calling),
    breakingOff: clientFor(wire, breakingOff),
    hanging: clientFor(wire, hanging),
  })
  for (const { name, run } of cases) test(name, run)
})

const playing = (item: object) => async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const recording = join(folder, 'tape.jsonl')
  await writeFile(recording, JSON.stringify({ type: 'step', items: [item] }))
  return clientAt('http://127.0.0.1:9/v1', { wire_api: 'replay', recording }, null)
}

describe('from a recording', () => {
  const saying = playing({ type: 'message', text: TEXT.join('') })
  const cases = modelClientContract({
    answering: saying,
    calling: playing({ type: 'function_call', name: 'read', arguments: JSON_TEXT }),
    breakingOff: saying,
    hanging: saying,
  })
  // A recording cannot break off: it is read whole before its first word.
  for (const { name, run } of cases.filter(({ name }) => !name.includes('breaks off'))) test(name, run)
})
