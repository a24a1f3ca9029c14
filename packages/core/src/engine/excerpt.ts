/** What was said last, by the user and by the agent, in their own words: for whoever judges the moment or writes a packet. */
import { type HistoryItem, textOfParts } from '@rawr/protocol'

export type Said = { readonly role: 'user' | 'assistant'; readonly text: string }

/** Oldest first; prompts of the program, tools and summaries are nobody's words. */
export const spokenWords = (items: readonly HistoryItem[]): readonly Said[] =>
  items.flatMap((item): Said[] => {
    if (item.type !== 'message') return []
    const { origin } = item.meta
    if (origin !== 'user' && origin !== 'assistant') return []
    const text = textOfParts(item.content).trim()
    return text === '' ? [] : [{ role: origin, text }]
  })
