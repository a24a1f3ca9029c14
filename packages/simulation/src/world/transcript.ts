/**
 * What a client has been told, and whether it was told well: numbers without holes, streamed text that grows without
 * holes into the text that is logged. Knows nothing of how any interface folds events.
 */
import type { Event, ItemId } from '@rawr/protocol'
import type { LinkItem } from '@rawr/protocol/client'
import type { Breach } from '@rawr/protocol/testing'

export type Transcript = {
  take(item: LinkItem): void
  /** Logged events, by number. */
  events(): readonly Event[]
  /** The session has failed, and no other has begun: it may be that no log took this. */
  hasFailed(): boolean
  /** Its link could not open the thread again, and said so. */
  wasRefused(): boolean
  breaches(): readonly Breach[]
}

export const openTranscript = (name: string): Transcript => {
  let events: Event[] = []
  let streaming = new Map<ItemId, string>()
  let hasFailed = false
  let wasRefused = false
  const breaches: Breach[] = []
  const report = (at: string, message: string): void => {
    breaches.push({ law: 'L12', at: `${name}, ${at}`, message })
  }
  const takeLogged = (event: Event, seq: number): void => {
    const last = events.at(-1)?.seq ?? 0
    if (seq !== last + 1) report(`event ${seq}`, `comes after event ${last}`)
    events.push(event)
    const { msg } = event
    if (msg.type !== 'agent_message' && msg.type !== 'agent_reasoning') return
    const streamed = streaming.get(msg.item_id)
    streaming.delete(msg.item_id)
    if (streamed !== undefined && !msg.text.startsWith(streamed.toWellFormed()))
      report(`event ${seq}`, `ends as ${quoted(msg.text)} what streamed as ${quoted(streamed)}`)
  }
  const takePiece = (itemId: ItemId, offset: number, text: string): void => {
    const before = streaming.get(itemId) ?? ''
    if (offset > before.length) report(`item ${itemId}`, `a piece at ${offset} follows ${before.length} characters`)
    if (before.slice(offset, offset + text.length) !== text.slice(0, Math.max(0, before.length - offset)))
      report(`item ${itemId}`, `a piece at ${offset} differs from what was there`)
    streaming.set(itemId, before.slice(0, offset) + text)
  }
  return {
    events: () => events,
    hasFailed: () => hasFailed,
    wasRefused: () => wasRefused,
    breaches: () => breaches,
    take: (item) => {
      switch (item.type) {
        case 'link':
          // A new socket begins with snapshots of what streams.
          streaming = new Map()
          return
        case 'gap':
          return report(`events ${item.from_seq}…${item.to_seq}`, 'cannot be had any more')
        case 'replay_started':
          // Everything behind it is told again.
          events = events.filter(({ seq }) => (seq ?? 0) <= item.after_seq)
          streaming = new Map()
          return
        case 'replay_complete':
          wasRefused = false
          events = events.filter(({ seq }) => (seq ?? 0) <= item.seq)
          return
        case 'rejected':
          wasRefused = true
          return
        case 'answer':
          return
        case 'event':
          if (item.msg.type === 'session_configured') hasFailed = false
          if (item.msg.type === 'error' && item.msg.code === 'session_failed') hasFailed = true
          if (item.seq !== undefined) takeLogged(item, item.seq)
          // With its turn ends what streamed in it.
          if (item.msg.type === 'turn_aborted' || item.msg.type === 'turn_complete') streaming = new Map()
          if (item.msg.type === 'item_snapshot') streaming.set(item.msg.item_id, item.msg.text)
          if (item.msg.type === 'agent_message_delta' || item.msg.type === 'agent_reasoning_delta')
            takePiece(item.msg.item_id, item.msg.offset, item.msg.text)
      }
    },
  }
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60))
