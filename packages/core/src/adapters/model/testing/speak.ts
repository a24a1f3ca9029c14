/** One answer in the words of either API: what a scripted provider says, so that a test can be written once for both. */
import { type Answer, chat, responses, sse } from './provider-server.ts'
import type { Wire } from './sampling.ts'

export type SpokenCall = { readonly id: string; readonly name: string; readonly json: string }

export type Spoken = {
  readonly text?: string
  readonly calls?: readonly SpokenCall[]
  /** Tokens of the prompt and of the answer; absent: nothing is reported. */
  readonly usage?: readonly [number, number]
  readonly stop?: 'length' | 'content_filter'
}

/** The events of a whole answer. */
export const spokenEvents = (wire: Wire, spoken: Spoken): readonly (object | string)[] =>
  wire === 'responses' ? responsesEvents(spoken) : chatEvents(spoken)

/** `last`: another last event than the usual one. */
export const speak = (wire: Wire, spoken: Spoken, last?: object): Answer => {
  const events = spokenEvents(wire, spoken)
  return sse(...(last === undefined ? events : [...events.slice(0, -1), last]))
}

const responsesEvents = ({ text, calls = [], usage, stop }: Spoken): readonly object[] => {
  const begin = text === undefined ? 0 : 1
  const said = text === undefined ? [] : [responses.text(text), responses.done(responses.message(text))]
  const asked = calls.map(({ id, name, json }, at) => responses.done(responses.call(id, name, json), begin + at))
  const cost = usage === undefined ? {} : { usage: { input_tokens: usage[0], output_tokens: usage[1] } }
  if (stop === undefined) return [...said, ...asked, responses.completed(cost)]
  const reason = stop === 'length' ? 'max_output_tokens' : 'content_filter'
  const response = { ...responses.completed(cost).response, status: 'incomplete', incomplete_details: { reason } }
  return [...said, ...asked, { type: 'response.incomplete', response }]
}

const chatEvents = ({ text, calls = [], usage, stop }: Spoken): readonly (object | string)[] => {
  const said = text === undefined ? [] : [chat.delta({ role: 'assistant', content: text })]
  const asked = calls.map(({ id, name, json }, index) =>
    chat.delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }] }),
  )
  const end = chat.delta({}, stop ?? (calls.length > 0 ? 'tool_calls' : 'stop'))
  const cost = usage === undefined ? [] : [chat.usage({ prompt_tokens: usage[0], completion_tokens: usage[1] })]
  return [...said, ...asked, end, ...cost, chat.done]
}

/** The first piece of an answer that goes wrong afterwards. */
export const begunEvents = (wire: Wire, text: string): readonly object[] =>
  wire === 'responses' ? [responses.text(text)] : [chat.delta({ role: 'assistant', content: text })]
