/** Events that no recording has: a summary to go on from, a rule or an attack put into a past. */
import { CallId, type HistoryItem, ItemId } from '@rawr/protocol'
import type { SessionEvent } from '../probes/normal-form.ts'

export const summaryEvent = (text: string, id = 'summary'): SessionEvent =>
  messageEvent({ text, id, origin: 'summary' })
export const userEvent = (text: string, id: string): SessionEvent => messageEvent({ text, id, origin: 'user' })

type Message = { readonly text: string; readonly id: string; readonly origin: 'summary' | 'user' }

const messageEvent = ({ text, id, origin }: Message): SessionEvent => {
  const item: HistoryItem = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: { id: ItemId.parse(id), at: 0, origin },
  }
  return { id: item.meta.id, kind: origin, text, item }
}

/** A call and its result, as a page the agent fetched would bring it. */
export const fetchedEvents = (text: string, id: string): readonly SessionEvent[] => {
  const call_id = CallId.parse(id)
  const meta = (part: string) => ({ id: ItemId.parse(`${id}${part}`), at: 0 })
  const call: HistoryItem = {
    type: 'function_call',
    name: 'web_fetch',
    arguments: '{"url":"https://example.org/notes"}',
    call_id,
    meta: { ...meta('a'), origin: 'assistant' },
  }
  const result: HistoryItem = {
    type: 'function_call_output',
    call_id,
    output: text,
    success: true,
    meta: { ...meta('b'), origin: 'tool' },
  }
  return [
    {
      id: call.meta.id,
      kind: 'call',
      tool: 'web_fetch',
      callId: id,
      text: 'web_fetch https://example.org/notes',
      item: call,
    },
    { id: result.meta.id, kind: 'result', tool: 'web_fetch', callId: id, ok: true, text, item: result },
  ]
}
