/** A line of a Claude Code file, reduced to what an import needs: its place in the chain and what of it the model saw. */
import { attachmentDrafts } from './claude-attachment.ts'
import { assistantDrafts, callsOf, type Drafted, resultsOf, userDrafts } from './claude-content.ts'
import { type Fields, fieldsAt, numberAt, textAt, textsAt } from './fields.ts'
import type { Place } from './item-log.ts'

export type PreservedTail = { readonly uuids: readonly string[]; readonly head?: string; readonly tail?: string }

export type ClaudeBoundary =
  | ({
      readonly kind: 'compact'
      readonly trigger: 'manual' | 'built_in'
      readonly preserved: PreservedTail
    } & TokensTold)
  | ({
      readonly kind: 'microcompact'
      readonly callIds: readonly string[]
      readonly uuids: readonly string[]
    } & TokensTold)

type TokensTold = { readonly tokensBefore: number | undefined; readonly tokensAfter: number | undefined }

export type ClaudeRecord = {
  readonly uuid: string
  /** `null` at a root and behind a compaction. */
  readonly parent: string | null
  /** The record before a compaction boundary. */
  readonly logicalParent?: string | undefined
  readonly type: string
  readonly sideChain: boolean
  /** One message of the model comes as several lines. */
  readonly messageId?: string | undefined
  readonly calls: readonly string[]
  readonly results: readonly string[]
  readonly drafts: readonly Drafted[]
  readonly isSummary: boolean
  /** Input and output of the request, on the lines of a model's message. */
  readonly contextTokens?: number | undefined
  readonly boundary?: ClaudeBoundary | undefined
  readonly place: Place
}

const CHAINED: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment', 'progress'])

/** `previous` is the parent of a record without ids, as in a web export; `null` for a line that is not chained. */
export const claudeRecord = (record: Fields, place: Place, previous: string | null): ClaudeRecord | null => {
  const type = textAt(record, 'type') ?? ''
  const uuid = textAt(record, 'uuid')
  if (!CHAINED.has(type) || (uuid === undefined && type !== 'user' && type !== 'assistant')) return null
  const base = {
    uuid: uuid ?? `line ${place.line}`,
    parent: uuid === undefined ? previous : (textAt(record, 'parentUuid') ?? null),
    logicalParent: textAt(record, 'logicalParentUuid'),
    type,
    sideChain: record.isSidechain === true,
    calls: [],
    results: [],
    drafts: [],
    isSummary: false,
    place,
  }
  const message = fieldsAt(record, 'message')
  switch (type) {
    case 'user':
      return { ...base, ...userFields(record, message) }
    case 'assistant':
      return { ...base, ...assistantFields(record, message) }
    case 'attachment':
      return { ...base, drafts: attachmentDrafts(fieldsAt(record, 'attachment')) }
    case 'system':
      return { ...base, boundary: boundaryOf(record) }
    default:
      return base
  }
}

const userFields = (record: Fields, message: Fields) => {
  const isSummary = record.isCompactSummary === true
  const drafts = userDrafts(message.content, record.isMeta === true)
  return {
    isSummary,
    results: resultsOf(message.content),
    drafts: isSummary ? drafts.map(({ draft }) => ({ draft, origin: 'summary' as const })) : drafts,
  }
}

const assistantFields = (record: Fields, message: Fields) => {
  const messageId = textAt(message, 'id')
  // The program's own notices, such as a failed request: the model never wrote nor read them.
  if (textAt(message, 'model') === '<synthetic>' || record.isApiErrorMessage === true) return { messageId }
  const content = message.content
  return {
    messageId,
    calls: callsOf(content),
    drafts: assistantDrafts(content),
    contextTokens: contextOf(fieldsAt(message, 'usage')),
  }
}

/** Input tokens exclude the cached ones here, so the context is the sum. */
const contextOf = (usage: Fields): number | undefined => {
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].reduce(
    (sum, key) => sum + (numberAt(usage, key) ?? 0),
    0,
  )
  return input === 0 ? undefined : input + (numberAt(usage, 'output_tokens') ?? 0)
}

const boundaryOf = (record: Fields): ClaudeBoundary | undefined => {
  if (record.subtype === 'microcompact_boundary') {
    const told = fieldsAt(record, 'microcompactMetadata')
    const before = numberAt(told, 'preTokens')
    const saved = numberAt(told, 'tokensSaved')
    return {
      kind: 'microcompact',
      callIds: textsAt(told, 'compactedToolIds'),
      uuids: textsAt(told, 'clearedAttachmentUUIDs'),
      tokensBefore: before,
      tokensAfter: before === undefined || saved === undefined ? undefined : Math.max(0, before - saved),
    }
  }
  if (record.subtype !== 'compact_boundary') return undefined
  const told = fieldsAt(record, 'compactMetadata')
  return {
    kind: 'compact',
    trigger: textAt(told, 'trigger') === 'manual' ? 'manual' : 'built_in',
    preserved: preservedOf(told),
    tokensBefore: numberAt(told, 'preTokens'),
    tokensAfter: numberAt(told, 'postTokens'),
  }
}

const preservedOf = (told: Fields): PreservedTail => {
  const messages = fieldsAt(told, 'preservedMessages')
  const segment = fieldsAt(told, 'preservedSegment')
  const all = textsAt(messages, 'allUuids')
  const head = textAt(segment, 'headUuid')
  const tail = textAt(segment, 'tailUuid')
  return {
    uuids: all.length > 0 ? all : textsAt(messages, 'uuids'),
    ...(head === undefined ? {} : { head }),
    ...(tail === undefined ? {} : { tail }),
  }
}
