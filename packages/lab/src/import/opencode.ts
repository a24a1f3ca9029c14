/**
 * Exports of OpenCode: one document of messages, each with its parts; a tool part is call and result in one. A compaction is
 * a user message that asks for it, and the assistant message behind it that holds the summary.
 */
import { type Fields, fieldsAt, listAt, numberAt, textAt, timeAt } from './fields.ts'
import { imageFromUrl } from './image.ts'
import { createUnknownCount, type Importer } from './importer.ts'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import { createItemLog, type Place } from './item-log.ts'

const CLEARED = '[Old tool result content cleared]'

/** Parts that say nothing to the model. */
const SILENT: ReadonlySet<unknown> = new Set([
  'step-start',
  'step-finish',
  'patch',
  'snapshot',
  'compaction',
  'retry',
  'agent',
])

export const createOpencodeImporter = (): Importer => {
  const log = createItemLog()
  const unknown = createUnknownCount()
  let cwd: string | undefined
  let at = 0

  const takePart = (part: Fields, role: 'user' | 'assistant', place: Place): void => {
    const drafts = draftsOf(part, role)
    if (drafts.length === 0 && !SILENT.has(part['type'])) unknown.add(part['type'])
    for (const { draft, origin } of drafts) log.append(draft, origin, place)
  }

  return {
    take: (message, line) => {
      const info = fieldsAt(message, 'info')
      at = timeAt(fieldsAt(info, 'time'), 'created', at)
      cwd ??= textAt(fieldsAt(info, 'path'), 'cwd')
      const place = { line, at }
      const parts = listAt(message, 'parts')
      // On user messages the same field is an object with whole-file differences.
      if (info['summary'] === true && info['role'] === 'assistant') {
        const text = parts.flatMap((part) => (part['type'] === 'text' ? (textAt(part, 'text') ?? []) : [])).join('\n')
        const summary = log.inserted(userText(text), 'summary', place)
        log.compact({ slots: [summary], trigger: 'built_in', strategy: 'full', message: text }, place)
        return
      }
      for (const part of parts) takePart(part, info['role'] === 'assistant' ? 'assistant' : 'user', place)
      const contextTokens = contextOf(fieldsAt(info, 'tokens'))
      if (contextTokens > 0) log.reportAnswer(contextTokens)
    },
    finish: () => ({ ...log.built(), cwd, unknown: unknown.all(), shortened: 0 }),
  }
}

type Drafted = { readonly draft: ItemDraft; readonly origin: 'user' | 'assistant' | 'tool' | 'context' }

const userText = (text: string): ItemDraft => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
})

const draftsOf = (part: Fields, role: 'user' | 'assistant'): readonly Drafted[] => {
  const text = textAt(part, 'text') ?? ''
  switch (part['type']) {
    case 'text':
      if (text === '') return []
      if (role === 'user') return [{ draft: userText(text), origin: part['synthetic'] === true ? 'context' : 'user' }]
      return [{ draft: { type: 'message', role, content: [{ type: 'output_text', text }] }, origin: 'assistant' }]
    case 'reasoning':
      return [{ draft: { type: 'reasoning', summary: [], content: [{ type: 'thinking', text }] }, origin: 'assistant' }]
    case 'tool':
      return toolDrafts(part)
    case 'file':
      return fileDrafts(part)
    default:
      return []
  }
}

/** A tool that still ran when the session was left has a call and no result. */
const toolDrafts = (part: Fields): readonly Drafted[] => {
  const state = fieldsAt(part, 'state')
  const call_id = callIdOf(textAt(part, 'callID') ?? '')
  const call: Drafted = {
    draft: {
      type: 'function_call',
      name: textAt(part, 'tool') ?? 'unnamed',
      arguments: JSON.stringify(state['input'] ?? {}),
      call_id,
    },
    origin: 'assistant',
  }
  const status = textAt(state, 'status')
  if (status !== 'completed' && status !== 'error') return [call]
  const isCleared = numberAt(fieldsAt(state, 'time'), 'compacted') !== undefined
  const output = isCleared ? CLEARED : (textAt(state, 'output') ?? textAt(state, 'error') ?? '')
  const success = status === 'completed'
  return [call, { draft: { type: 'function_call_output', call_id, output, success }, origin: 'tool' }]
}

const fileDrafts = (part: Fields): readonly Drafted[] => {
  const url = textAt(part, 'url') ?? ''
  if ((textAt(part, 'mime') ?? '').startsWith('image/'))
    return [{ draft: { type: 'message', role: 'user', content: [imageFromUrl(url)] }, origin: 'context' }]
  const source = fieldsAt(part, 'source')
  const path = textAt(source, 'path') ?? textAt(part, 'filename')
  const text = textAt(fieldsAt(source, 'text'), 'value') ?? textAt(source, 'text') ?? ''
  return [
    { draft: { type: 'attachment', kind: 'file', ...(path === undefined ? {} : { path }), text }, origin: 'context' },
  ]
}

/** Input excludes what was cached. */
const contextOf = (tokens: Fields): number => {
  const cache = fieldsAt(tokens, 'cache')
  const parts = [
    numberAt(tokens, 'input'),
    numberAt(tokens, 'output'),
    numberAt(cache, 'read'),
    numberAt(cache, 'write'),
  ]
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}
