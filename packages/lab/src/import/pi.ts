/**
 * Sessions of pi and its forks: a linear log in the first version, a tree of entries with ids from the second on. The live
 * branch is the walk from the last entry; a compaction names the first entry it keeps, by place or by id.
 */
import type { ItemId } from '@rawr/protocol'
import { type Fields, fieldsAt, isFields, listAt, numberAt, textAt, timeAt } from './fields.ts'
import { imageFromBase64 } from './image.ts'
import { createUnknownCount, type Importer } from './importer.ts'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import { createItemLog, type ItemLog, type Place } from './item-log.ts'
import { outcomeOfExit } from './tool-outcome.ts'

/** `index` counts the records of the file from 0, the header among them: so does the first version's compaction. */
type Entry = { readonly record: Fields; readonly index: number; readonly place: Place }

const SILENT: ReadonlySet<unknown> = new Set([
  'session',
  'title',
  'title_change',
  'session_init',
  'session_info',
  'model_change',
  'thinking_level_change',
  'label',
  'custom',
  'credential_pin',
  'ttsr_injection',
])

export const createPiImporter = (): Importer => {
  const entries: Entry[] = []
  const unknown = createUnknownCount()
  let cwd: string | undefined
  let at = 0
  let index = -1
  return {
    take: (record, line) => {
      index += 1
      at = timeAt(record, 'timestamp', at)
      cwd ??= textAt(record, 'cwd')
      const type = record['type']
      if (type === 'message' || type === 'compaction' || type === 'branch_summary' || type === 'custom_message')
        entries.push({ record, index, place: { line, at } })
      else if (SILENT.has(type)) entries.push({ record, index, place: { line, at } })
      else unknown.add(type)
    },
    finish: () => ({ ...logOf(liveEntries(entries)).built(), cwd, unknown: unknown.all(), shortened: 0 }),
  }
}

/** Entries without ids are a list: all of them live. */
const liveEntries = (entries: readonly Entry[]): readonly Entry[] => {
  const byId = new Map(entries.flatMap((entry) => keyed(entry, 'id')))
  const last = entries.findLast(({ record }) => 'parentId' in record)
  if (last === undefined) return entries
  const live: Entry[] = []
  for (let entry: Entry | undefined = last; entry !== undefined && !live.includes(entry); ) {
    live.push(entry)
    entry = byId.get(textAt(entry.record, 'parentId') ?? '')
  }
  return live.reverse()
}

const keyed = (entry: Entry, field: string): readonly (readonly [string, Entry])[] => {
  const id = textAt(entry.record, field)
  return id === undefined || entry.record['type'] === 'session' ? [] : [[id, entry]]
}

const logOf = (live: readonly Entry[]): ItemLog => {
  const log = createItemLog()
  const made = new Map<Entry, readonly ItemId[]>()
  for (const entry of live) {
    const { record, place } = entry
    if (record['type'] === 'compaction') compact({ log, live, made, entry })
    const drafts = draftsOf(record)
    made.set(
      entry,
      drafts.flatMap(({ draft, origin }) => log.append(draft, origin, place) ?? []),
    )
    const contextTokens = contextOf(fieldsAt(fieldsAt(record, 'message'), 'usage'))
    if (contextTokens > 0) log.reportAnswer(contextTokens)
  }
  return log
}

type Compaction = {
  readonly log: ItemLog
  readonly live: readonly Entry[]
  readonly made: ReadonlyMap<Entry, readonly ItemId[]>
  readonly entry: Entry
}

const compact = ({ log, live, made, entry }: Compaction): void => {
  const { record, place } = entry
  const message = textAt(record, 'summary') ?? ''
  const keptId = textAt(record, 'firstKeptEntryId')
  const keptIndex = numberAt(record, 'firstKeptEntryIndex')
  const first = live.findIndex((other) =>
    keptId === undefined ? other.index >= (keptIndex ?? entry.index) : textAt(other.record, 'id') === keptId,
  )
  const kept = first === -1 ? [] : live.slice(first, live.indexOf(entry))
  const summary = log.inserted(textMessage('user', message), 'summary', place)
  log.compact(
    {
      slots: [summary, ...kept.flatMap((other) => (made.get(other) ?? []).flatMap((id) => log.slotOf(id) ?? []))],
      trigger: 'built_in',
      strategy: 'full',
      message,
      tokensBefore: numberAt(record, 'tokensBefore'),
    },
    place,
  )
}

type Drafted = { readonly draft: ItemDraft; readonly origin: 'user' | 'assistant' | 'tool' | 'context' | 'summary' }

const draftsOf = (record: Fields): readonly Drafted[] => {
  const message = fieldsAt(record, 'message')
  switch (record['type'] === 'message' ? message['role'] : record['type']) {
    case 'user':
      return partsOf(message).length === 0
        ? []
        : [{ draft: { type: 'message', role: 'user', content: partsOf(message) }, origin: 'user' }]
    case 'assistant':
      return listAt(message, 'content').flatMap((block) => assistantBlock(block) ?? [])
    case 'toolResult':
      return [toolResult(message)]
    // The user's own shell escape: what it printed goes to the model.
    case 'bashExecution':
      return [{ draft: textMessage('user', bashText(message)), origin: 'context' }]
    case 'branch_summary':
      return [{ draft: textMessage('user', textAt(record, 'summary') ?? ''), origin: 'summary' }]
    case 'developer':
    case 'custom_message':
      return [{ draft: textMessage('developer', textOf(message['content'] ?? record['content'])), origin: 'context' }]
    default:
      return []
  }
}

const textMessage = (role: 'user' | 'developer', text: string): ItemDraft => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
})

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  return (Array.isArray(content) ? content : [])
    .flatMap((block) => (isFields(block) ? (textAt(block, 'text') ?? []) : []))
    .join('\n')
}

const partsOf = (message: Fields) => {
  const text = textAt(message, 'content')
  if (text !== undefined) return [{ type: 'input_text' as const, text }]
  return listAt(message, 'content').flatMap((block) => {
    if (block['type'] === 'image')
      return [imageFromBase64(textAt(block, 'data') ?? '', textAt(block, 'mimeType') ?? '')]
    const part = textAt(block, 'text')
    return part === undefined ? [] : [{ type: 'input_text' as const, text: part }]
  })
}

const assistantBlock = (block: Fields): Drafted | null => {
  switch (block['type']) {
    case 'text': {
      const text = textAt(block, 'text') ?? ''
      const content = [{ type: 'output_text' as const, text }]
      return text === '' ? null : { draft: { type: 'message', role: 'assistant', content }, origin: 'assistant' }
    }
    case 'thinking': {
      const content = [{ type: 'thinking', text: textAt(block, 'thinking') ?? '' }]
      const encrypted_content = textAt(block, 'thinkingSignature') ?? null
      return { draft: { type: 'reasoning', summary: [], content, encrypted_content }, origin: 'assistant' }
    }
    case 'toolCall':
      return {
        draft: {
          type: 'function_call',
          name: textAt(block, 'name') ?? 'unnamed',
          arguments: JSON.stringify(block['arguments'] ?? {}),
          call_id: callIdOf(textAt(block, 'id') ?? ''),
        },
        origin: 'assistant',
      }
    default:
      return null
  }
}

const toolResult = (message: Fields): Drafted => ({
  draft: {
    type: 'function_call_output',
    call_id: callIdOf(textAt(message, 'toolCallId') ?? ''),
    output: textOf(message['content']),
    success: message['isError'] !== true,
    ...exitOf(fieldsAt(message, 'details')),
  },
  origin: 'tool',
})

const exitOf = (details: Fields): { readonly exit_code?: number } => {
  const { exit_code } = outcomeOfExit(numberAt(details, 'exitCode'))
  return exit_code === undefined ? {} : { exit_code }
}

const bashText = (message: Fields): string =>
  `! ${textAt(message, 'command') ?? ''}\n${textAt(message, 'output') ?? ''}`

/** Input excludes what was cached; aborted replies report zeros. */
const contextOf = (usage: Fields): number =>
  ['input', 'output', 'cacheRead', 'cacheWrite'].reduce((sum, key) => sum + (numberAt(usage, key) ?? 0), 0)
