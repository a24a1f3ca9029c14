/** What every model client promises, whatever is behind it: one end, nothing thrown, items before it, silence after an abort. */
import { equal, ok } from 'node:assert/strict'
import type { ModelClient, ModelEvent, SamplingRequest } from '../../ports/model-client.ts'
import type { ContractCase } from './contract.ts'

/** A client for each situation; the server behind it behaves as the name says. */
export type ModelUnderTest = {
  /** Answers "All green." as one message. */
  readonly answering: () => Promise<ModelClient>
  /** Calls `read` with `{"path":"notes.txt"}`. */
  readonly calling: () => Promise<ModelClient>
  /** Says something and then breaks off without an end. */
  readonly breakingOff: () => Promise<ModelClient>
  /** Says something and then nothing, for as long as it is waited for. */
  readonly hanging: () => Promise<ModelClient>
}

const REQUEST: SamplingRequest = {
  model: 'model-under-test',
  instructions: 'Be brief.',
  items: [],
  tools: [{ name: 'read', description: 'Reads a file.', parameters: { type: 'object' } }],
  toolChoice: 'auto',
  cacheKey: 'th_contract',
}

const collect = async (client: ModelClient, signal = new AbortController().signal): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = []
  for await (const event of client.sample(REQUEST, signal)) events.push(event)
  return events
}

const endsOnce = (events: readonly ModelEvent[]): ModelEvent | undefined => {
  const ends = events.filter(({ type }) => type === 'completed' || type === 'failed')
  equal(ends.length, 1, 'exactly one end')
  equal(events.at(-1), ends[0], 'nothing after the end')
  return ends[0]
}

export const modelClientContract = (model: ModelUnderTest): readonly ContractCase[] => [
  {
    name: 'a text comes in pieces that add up to the item, and the item before the end',
    run: async () => {
      const events = await collect(await model.answering())
      equal(endsOnce(events)?.type, 'completed')
      const pieces = events.flatMap((event) => (event.type === 'text_delta' ? [event.text] : []))
      const items = events.flatMap((event) => (event.type === 'item_done' ? [event.item] : []))
      const said = items.flatMap((item) => (item.type === 'message' ? [item.text] : []))
      equal(said.join(''), 'All green.')
      equal(pieces.join(''), 'All green.')
    },
  },
  {
    name: 'a call is whole: name, arguments as written, an id',
    run: async () => {
      const events = await collect(await model.calling())
      equal(endsOnce(events)?.type, 'completed')
      const items = events.flatMap((event) => (event.type === 'item_done' ? [event.item] : []))
      const calls = items.filter((item) => item.type === 'function_call')
      equal(calls.length, 1)
      equal(calls[0]?.name, 'read')
      equal(JSON.parse(calls[0]?.arguments ?? '').path, 'notes.txt')
      ok((calls[0]?.callId ?? '') !== '')
    },
  },
  {
    name: 'a stream that breaks off is a failure that may be tried again, never an exception',
    run: async () => {
      const end = endsOnce(await collect(await model.breakingOff()))
      equal(end?.type === 'failed' && end.failure.transient, true)
    },
  },
  {
    name: 'an abort ends the stream at once, as a failure of the kind aborted',
    run: async () => {
      const controller = new AbortController()
      const events: ModelEvent[] = []
      for await (const event of (await model.hanging()).sample(REQUEST, controller.signal)) {
        events.push(event)
        controller.abort()
      }
      const end = endsOnce(events)
      equal(end?.type === 'failed' && end.failure.kind, 'aborted')
    },
  },
]
