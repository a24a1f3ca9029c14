/** A draft as the entries of a view, in its order: context, boundary, summary, pins and words, the handoff, tail. */
import { boundaryText } from '@rawr/prompts'
import type {
  HistoryItem,
  ItemMeta,
  LineSources,
  MessageItem,
  Origin,
  TokenSource,
  Tokens,
  View,
  ViewEntry,
} from '@rawr/protocol'
import type { PlanInput } from '../plan-input.ts'
import { type KeptPosition, keepEntries } from '../view/entries.ts'
import type { Draft } from './compose.ts'
import { idAt, type Prepared } from './prepared.ts'

export type ViewInput = {
  readonly input: PlanInput
  readonly prepared: Prepared
  readonly draft: Draft
  /** Behind the summary: what the provider condensed, and pinned facts. */
  readonly extras: readonly HistoryItem[]
  /** Files, in front of the handoff. */
  readonly restored: readonly HistoryItem[]
  /** In front of the tail. */
  readonly handoff: HistoryItem | null
  readonly tokensBefore: Tokens
  readonly source: TokenSource
}

export type DraftedView = {
  readonly view: View
  /** Logged items that stay verbatim, and those that stay with their middle left out. */
  readonly kept: number
  readonly cleared: number
}

export const viewOf = ({
  input,
  prepared,
  draft,
  extras,
  restored,
  handoff,
  tokensBefore,
  source,
}: ViewInput): DraftedView => {
  const { items } = prepared
  const meta = (origin: Origin): ItemMeta => ({ id: input.itemIds(), at: input.at, origin })
  const boundary: HistoryItem = {
    type: 'compact_boundary',
    compaction_id: input.compactionId,
    text: boundaryText({ tokensBefore, source }),
    tokens_before: tokensBefore,
    meta: meta('boundary'),
  }
  const summary = userItem(draft.text, meta('summary'))
  const logged = input.contextItems.filter((item) => items.includes(item)).length
  const placed = placedEntries({
    prepared,
    draft,
    beforeTail: handoff === null ? restored : [...restored, handoff],
    meta,
  })
  const entries: ViewEntry[] = [
    ...input.contextItems.map((item): ViewEntry => contextEntry(item, items)),
    { kind: 'insert', item: boundary, sources: [] },
    { kind: 'insert', item: summary, sources: [...draft.sources] },
    ...extras.map((item): ViewEntry => ({ kind: 'insert', item, sources: sourcesOf(item, items) })),
    ...placed.entries,
  ]
  return {
    view: { through: items.at(-1)?.meta.id ?? null, entries },
    kept: placed.kept + logged,
    cleared: draft.tail.trimmed.size,
  }
}

/** An opaque item stands for the range it was made from (L13). */
const sourcesOf = (item: HistoryItem, items: readonly HistoryItem[]): LineSources[] => {
  const [first, last] = [items[0], items.at(-1)]
  return item.type !== 'compaction' || first === undefined || last === undefined
    ? []
    : [{ line: 0, ids: [...new Set([first.meta.id, last.meta.id])] }]
}

/** What is still as it was logged is kept, not inserted again. */
const contextEntry = (item: HistoryItem, items: readonly HistoryItem[]): ViewEntry =>
  items.includes(item)
    ? { kind: 'keep', first: item.meta.id, last: item.meta.id }
    : { kind: 'insert', item, sources: [] }

const userItem = (text: string, meta: ItemMeta): MessageItem => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  meta,
})

type Placed = {
  readonly prepared: Prepared
  readonly draft: Draft
  readonly beforeTail: readonly HistoryItem[]
  readonly meta: (origin: Origin) => ItemMeta
}

/** Kept, trimmed and cut items in log order; restored files and the handoff before the first of the tail. */
const placedEntries = ({
  prepared,
  draft,
  beforeTail,
  meta,
}: Placed): { readonly entries: readonly ViewEntry[]; readonly kept: number } => {
  const { items, live, fixed, isLiveOpen } = prepared
  const { tail, words, liveCut } = draft
  const cuts = new Map(words.flatMap((word) => (word.kind === 'cut' ? [[word.position, word.text] as const] : [])))
  if (live !== null && liveCut !== null) cuts.set(live, liveCut)
  const whole = new Set([
    ...fixed,
    ...words.flatMap((word) => (word.kind === 'whole' ? [word.position] : [])),
    ...(live === null || liveCut !== null ? [] : [live]),
  ])
  for (let position = tail.start; position < items.length; position += 1) {
    if (!tail.trimmed.has(position) && !prepared.aside.has(position) && isInView(items[position])) whole.add(position)
  }
  const spoken = new Set(prepared.words)
  const isHandled = (position: number): boolean =>
    spoken.has(position) && position < tail.start && !fixed.includes(position) && !(position === live && isLiveOpen)
  const positions = [...whole, ...tail.trimmed.keys(), ...cuts.keys()].sort((a, b) => a - b)
  const entries: ViewEntry[] = []
  let run: KeptPosition[] = []
  const flush = (): void => {
    entries.push(...keepEntries(run, items))
    run = []
  }
  let waiting = beforeTail
  const handOver = (): void => {
    if (waiting.length === 0) return
    flush()
    entries.push(...waiting.map((item): ViewEntry => ({ kind: 'insert', item, sources: [] })))
    waiting = []
  }
  for (const position of positions) {
    if (position >= tail.start) handOver()
    const placeholder = tail.trimmed.get(position)
    const cut = cuts.get(position)
    if (placeholder === undefined && cut === undefined) {
      run.push({ position, handled: isHandled(position) })
      continue
    }
    flush()
    const id = idAt(items, position)
    if (placeholder !== undefined) entries.push({ kind: 'clear', id, placeholder })
    else if (cut !== undefined) {
      const item = userItem(cut, { ...meta('user'), ...(isHandled(position) ? { handled: true } : {}) })
      const sources = cut.split('\n').map((_, line) => ({ line, ids: [id] }))
      entries.push({ kind: 'insert', item, sources })
    }
  }
  handOver()
  flush()
  return { entries, kept: whole.size }
}

/** Context is read again and put first; what is never sent is in no view. */
const isInView = (item: HistoryItem | undefined): boolean =>
  item !== undefined && item.meta.origin !== 'context' && item.type !== 'progress' && item.type !== 'ghost_snapshot'
