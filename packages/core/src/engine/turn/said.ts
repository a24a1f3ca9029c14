/** What of an answer is reported as an event: the final text of what streamed, under the id that streamed. */
import type { EventMsg } from '@rawr/protocol'
import type { ItemDraft } from '../item-draft.ts'

/** Messages and reasoning summaries that are not empty; calls are reported when they run. */
export const said = ({ body, id }: ItemDraft): readonly EventMsg[] => {
  if (id === undefined) return []
  if (body.type === 'message') {
    const text = body.content.map((part) => (part.type === 'input_image' ? '' : part.text)).join('\n')
    return [{ type: 'agent_message', item_id: id, text }]
  }
  if (body.type !== 'reasoning') return []
  const text = body.summary.map((part) => part.text).join('\n\n')
  return text === '' ? [] : [{ type: 'agent_reasoning', item_id: id, text }]
}
