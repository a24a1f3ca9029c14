/**
 * One shape for the events of every recorded session, whichever program wrote it: what was said, called and returned, in
 * order, with the text a reader of the context would have seen. Everything the examiner asks is asked of this.
 */
import {
  type HistoryItem,
  type ItemId,
  isToolCall,
  isToolOutput,
  type Origin,
  type RolloutLine,
  type ToolCallItem,
  textOfOutput,
  textOfParts,
} from '@rawr/protocol'
import { type Fields, isFields, textAt } from '../import/fields.ts'
import { parse } from '../import/records.ts'

/** `meta` is context the program put in; `think` is never evidence, and nobody may quote it. */
export type EventKind = 'user' | 'meta' | 'say' | 'think' | 'call' | 'result' | 'summary' | 'boundary'

export type SessionEvent = {
  readonly id: ItemId
  readonly kind: EventKind
  readonly text: string
  readonly item: HistoryItem
  /** Of the call, and of the result it brought. */
  readonly tool?: string
  readonly input?: Fields
  /** Absent where the recording does not say. */
  readonly ok?: boolean
  /** The file a call names. */
  readonly path?: string
  /** The call a result belongs to. */
  readonly callId?: string
}

/** Events between two compactions that replaced the context, and what the second one put in their place. */
export type Stretch = {
  readonly events: readonly SessionEvent[]
  /** The recorded summary, empty where only a provider can read it; absent at the end of the session. */
  readonly summary?: string
}

const PATH_FIELDS = ['file_path', 'path', 'filePath', 'notebook_path', 'filename'] as const
/** Values up to this length stand on the first line of a call, longer ones and those of several lines on their own. */
const INLINE_CHARS_MAX = 200

/** A compaction that only cleared results does not end a stretch: the model's context went on. */
export const stretchesOf = (lines: readonly RolloutLine[]): readonly Stretch[] => {
  const stretches: Stretch[] = []
  const calls = new Map<string, SessionEvent>()
  const known = new Map<ItemId, SessionEvent>()
  let events: SessionEvent[] = []
  const take = (item: HistoryItem): void => {
    const event = eventOf(item, calls)
    if (event === null) return
    if (event.kind === 'call' && event.callId !== undefined) calls.set(event.callId, event)
    known.set(event.id, event)
    events.push(event)
  }
  for (const line of lines) {
    if (line.type === 'response_item') take(line.payload)
    if (line.type !== 'compacted' || line.payload.strategy === 'micro') continue
    const { message, view } = line.payload
    if (events.length > 0) stretches.push({ events, summary: message })
    const before = events
    events = []
    for (const entry of view.entries) {
      if (entry.kind === 'insert') take(entry.item)
      else if (entry.kind === 'keep') events.push(...keptOf(before, entry))
      else {
        const event = known.get(entry.id)
        if (event !== undefined) events.push({ ...event, text: entry.placeholder })
      }
    }
  }
  return events.length === 0 ? stretches : [...stretches, { events }]
}

/** By place in the order: ids of one log grow. An id that is not there keeps nothing. */
const keptOf = (
  events: readonly SessionEvent[],
  { first, last }: { readonly first: ItemId; readonly last: ItemId },
): readonly SessionEvent[] => {
  const from = events.findIndex(({ id }) => id === first)
  const to = events.findIndex(({ id }) => id === last)
  return from === -1 || to === -1 ? [] : events.slice(from, to + 1)
}

/** `null` for items that carry no text of the conversation. */
export const eventOf = (item: HistoryItem, calls: ReadonlyMap<string, SessionEvent>): SessionEvent | null => {
  const base = { id: item.meta.id, item }
  if (isToolCall(item)) return { ...base, ...callFields(item) }
  if (isToolOutput(item)) {
    const call = calls.get(item.call_id)
    const ok = item.success ?? (item.exit_code === undefined ? undefined : item.exit_code === 0)
    return {
      ...base,
      kind: 'result',
      text: textOfOutput(item),
      callId: item.call_id,
      ...(call?.tool === undefined ? {} : { tool: call.tool }),
      ...(call?.path === undefined ? {} : { path: call.path }),
      ...(ok === undefined ? {} : { ok }),
    }
  }
  if (item.type === 'message') return { ...base, kind: kindOfMessage(item), text: textOfParts(item.content) }
  if (item.type === 'reasoning') {
    return { ...base, kind: 'think', text: (item.content ?? item.summary).map(({ text }) => text).join('\n') }
  }
  if (item.type === 'attachment') {
    return { ...base, kind: 'meta', text: item.text, ...(item.path === undefined ? {} : { path: item.path }) }
  }
  return item.type === 'compact_boundary' ? { ...base, kind: 'boundary', text: item.text } : null
}

/** Whatever else the program put in is context. */
const KIND_OF_ORIGIN: Partial<Record<Origin, EventKind>> = {
  user: 'user',
  assistant: 'say',
  summary: 'summary',
  packet: 'summary',
  handoff: 'summary',
  snapshot: 'summary',
}

const kindOfMessage = (item: HistoryItem): EventKind => KIND_OF_ORIGIN[item.meta.origin] ?? 'meta'

const callFields = (item: ToolCallItem): Omit<SessionEvent, 'id' | 'item'> => {
  const tool = item.type === 'local_shell_call' ? 'shell' : item.name
  const input = inputOf(item)
  const path = PATH_FIELDS.map((field) => textAt(input, field)).find((value) => value !== undefined)
  return {
    kind: 'call',
    tool,
    input,
    text: callText(tool, input),
    callId: item.call_id,
    ...(path === undefined ? {} : { path }),
  }
}

const inputOf = (item: ToolCallItem): Fields => {
  if (item.type === 'local_shell_call') return { command: item.action.command.join(' ') }
  if (item.type === 'custom_tool_call') return { input: item.input }
  const parsed = parse(item.arguments)
  return isFields(parsed) ? parsed : { input: item.arguments }
}

/**
 * One line for what is short, then each long value on lines of its own, as it would stand in a file. Without the names of
 * the parameters: they stand beside every path and would be its most frequent company.
 */
const callText = (tool: string, input: Fields): string => {
  const values = Object.values(input).map(plain)
  const isInline = (text: string): boolean => text.length <= INLINE_CHARS_MAX && !text.includes('\n')
  const head = values.filter(isInline)
  const body = values.filter((text) => !isInline(text))
  return [[tool, ...head].join(' '), ...body].join('\n')
}

const plain = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return isFields(value) ? flat(value) : String(value)
  return value.map(plain).join(value.every((entry) => typeof entry === 'string') ? ' ' : '\n')
}

const flat = (fields: Fields): string => Object.values(fields).map(plain).join(' ')

/** The words before the text, where an event is shown to a reader. */
export const labelOf = ({ kind, tool, ok }: SessionEvent): string => {
  if (kind === 'call') return '[call]'
  if (kind === 'result') return ok === false ? `[result ${tool ?? ''} failed]` : `[result ${tool ?? ''}]`
  return `[${kind}]`
}

/** All that the past had, the names of parameters too: whoever writes one has not invented it. */
export const seenText = (events: readonly SessionEvent[]): string =>
  events.map(({ text, input }) => (input === undefined ? text : `${text}\n${JSON.stringify(input)}`)).join('\n')

/** Whether compactors may quote the event, and probes take it for evidence. */
export const isShown = ({ kind }: SessionEvent): boolean => kind !== 'think'
