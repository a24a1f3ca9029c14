/**
 * A `compacted` record of Codex as a view: `replacement_history` is the complete new context. Messages that the log has
 * are kept by id; the rest (a summary, context written again, the provider's opaque item) exists in this view only.
 */
import type { HistoryItem } from '@rawr/protocol'
import { textOfParts } from '@rawr/protocol'
import { codexItem, messageText } from './codex-item.ts'
import { type Fields, isFields, textAt } from './fields.ts'
import type { ForeignCompaction, ItemLog, Place } from './item-log.ts'
import type { ViewSlot } from './view-slots.ts'

export type CodexCompaction = {
  readonly payload: Fields
  readonly log: ItemLog
  readonly place: Place
  readonly tokensBefore: number | undefined
}

export const codexCompaction = ({ payload, log, place, tokensBefore }: CodexCompaction): ForeignCompaction => {
  const items = log.items()
  const message = textAt(payload, 'message') ?? ''
  const replacement = payload.replacement_history
  return {
    slots: Array.isArray(replacement)
      ? replacedBy(replacement.filter(isFields), { log, items, place, message })
      : rebuilt({ log, items, place, message }),
    trigger: 'built_in',
    strategy: message === '' ? 'remote' : 'inline',
    message,
    tokensBefore,
  }
}

type Sources = {
  readonly log: ItemLog
  readonly items: readonly HistoryItem[]
  readonly place: Place
  readonly message: string
}

const replacedBy = (replacement: readonly Fields[], { log, items, place, message }: Sources): readonly ViewSlot[] => {
  const logged = new Map<string, HistoryItem[]>()
  for (const item of items) {
    if (item.type !== 'message') continue
    const key = keyOf(item.role, textOfParts(item.content).trim())
    logged.set(key, [...(logged.get(key) ?? []), item])
  }
  return replacement.flatMap((payload) => {
    const found = codexItem(payload)
    if (found === null) return []
    const text = messageText(payload)
    const twin = found.draft.type === 'message' ? logged.get(keyOf(found.draft.role, text))?.shift() : undefined
    const slot = twin === undefined ? undefined : log.slotOf(twin.meta.id)
    if (slot !== undefined) return [slot]
    const isSummary = message !== '' && text.includes(message.trim())
    return [log.inserted(found.draft, isSummary ? 'summary' : found.origin, place)]
  })
}

/** Old files write no replacement: it is the initial context, the user's words and the summary. */
const rebuilt = ({ log, items, place, message }: Sources): readonly ViewSlot[] => {
  const firstUser = items.findIndex((item) => item.meta.origin === 'user')
  const kept = items.filter(
    (item, position) => item.meta.origin === 'user' || (item.meta.origin === 'context' && position < firstUser),
  )
  const summary = { type: 'message', role: 'user', content: [{ type: 'input_text', text: message }] } as const
  return [
    ...kept.flatMap((item) => log.slotOf(item.meta.id) ?? []),
    ...(message === '' ? [] : [log.inserted({ ...summary, content: [...summary.content] }, 'summary', place)]),
  ]
}

const keyOf = (role: string, text: string): string => `${role}\n${text}`
