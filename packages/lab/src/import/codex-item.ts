/** One item of a Codex file (a `response_item` payload, or a bare line of the oldest files) as an item of ours. */
import type { ContentPart, Origin } from '@rawr/protocol'
import { type Fields, fieldsAt, isFields, listAt, textAt } from './fields.ts'
import { imageFromUrl } from './image.ts'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import type { Outcome } from './item-log.ts'
import { unwrapped } from './tool-outcome.ts'

export type CodexItem = { readonly draft: ItemDraft; readonly origin: Origin }

/** `null` for an item with nothing in it; an item of a type not known here is kept whole. */
export const codexItem = (payload: Fields): CodexItem | null => {
  switch (payload.type) {
    case 'message':
      return messageItem(payload)
    case 'agent_message':
      return agentMessage(payload)
    case 'reasoning':
      return reasoningItem(payload)
    case 'function_call':
      return made(functionCall(payload, textAt(payload, 'name') ?? 'unnamed'))
    case 'function_call_output':
      return outputItem('function_call_output', payload)
    case 'custom_tool_call':
      return made({
        type: 'custom_tool_call',
        name: textAt(payload, 'name') ?? 'unnamed',
        input: textAt(payload, 'input') ?? '',
        call_id: callId(payload),
      })
    case 'custom_tool_call_output':
      return outputItem('custom_tool_call_output', payload)
    case 'local_shell_call':
      return made(localShellCall(payload))
    case 'web_search_call':
      return made({ type: 'web_search_call', action: { ...fieldsAt(payload, 'action') }, ...statusOf(payload) })
    case 'tool_search_call':
      return made(functionCall(payload, 'tool_search'))
    case 'tool_search_output':
      return outputItem('function_call_output', { ...payload, output: JSON.stringify(payload.tools ?? []) })
    case 'ghost_snapshot':
      return { draft: { type: 'ghost_snapshot', ghost_commit: payload.ghost_commit }, origin: 'context' }
    case 'compaction':
      return {
        draft: { type: 'compaction', encrypted_content: textAt(payload, 'encrypted_content') ?? '' },
        origin: 'summary',
      }
    default:
      return { draft: { type: 'unknown', value: payload }, origin: 'context' }
  }
}

/** The text of a message payload, as it is compared. */
export const messageText = (payload: Fields): string =>
  listAt(payload, 'content')
    .flatMap((part) => textAt(part, 'text') ?? [])
    .join('\n')
    .trim()

const made = (draft: ItemDraft): CodexItem => ({ draft, origin: 'assistant' })

const messageItem = (payload: Fields): CodexItem | null => {
  const role = textAt(payload, 'role')
  const text = textAt(payload, 'content')
  const content = text === undefined ? partsOf(payload.content, role) : [textPart(text, role)]
  if (content.length === 0) return null
  if (role === 'assistant') return made({ type: 'message', role, content })
  if (role === 'developer' || role === 'system') return { draft: { type: 'message', role, content }, origin: 'context' }
  return {
    draft: { type: 'message', role: 'user', content },
    origin: originOfText(messageText(payload)),
  }
}

/**
 * Injected context has the role of the user in these files: instructions, the environment, notes of the program. What
 * begins with a tag is taken for such, until an event says that the user typed it.
 */
const originOfText = (text: string): Origin => {
  if (text.startsWith('<turn_aborted>')) return 'synthetic'
  return /^<[a-z][a-z0-9_ -]*>/i.test(text) || text.startsWith('# AGENTS.md instructions for ') ? 'context' : 'user'
}

const agentMessage = (payload: Fields): CodexItem | null => {
  const readable = partsOf(payload.content, 'user')
  if (readable.length === 0) return { draft: { type: 'unknown', value: payload }, origin: 'context' }
  const from = `[message from ${textAt(payload, 'author') ?? 'an agent'} to ${textAt(payload, 'recipient') ?? 'this one'}]`
  return {
    draft: { type: 'message', role: 'user', content: [textPart(from, 'user'), ...readable] },
    origin: 'tool',
  }
}

const reasoningItem = (payload: Fields): CodexItem => {
  const content = listAt(payload, 'content').flatMap((part) => {
    const text = textAt(part, 'text')
    return text === undefined ? [] : [{ type: textAt(part, 'type') ?? 'reasoning_text', text }]
  })
  const id = textAt(payload, 'id')
  return made({
    type: 'reasoning',
    ...(id === undefined ? {} : { id }),
    summary: listAt(payload, 'summary').flatMap((part) => {
      const text = textAt(part, 'text')
      return text === undefined ? [] : [{ type: 'summary_text' as const, text }]
    }),
    ...(content.length === 0 ? {} : { content }),
    encrypted_content: textAt(payload, 'encrypted_content') ?? null,
  })
}

const functionCall = (payload: Fields, name: string): ItemDraft => {
  const namespace = textAt(payload, 'namespace')
  const given = payload.arguments
  return {
    type: 'function_call',
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: typeof given === 'string' ? given : given === null || given === undefined ? '' : JSON.stringify(given),
    call_id: callId(payload),
  }
}

const localShellCall = (payload: Fields): ItemDraft => {
  const action = fieldsAt(payload, 'action')
  const command = Array.isArray(action.command) ? action.command.map(String) : []
  return {
    type: 'local_shell_call',
    call_id: callId(payload),
    action: { ...action, type: textAt(action, 'type') ?? 'exec', command },
    ...statusOf(payload),
  }
}

const outputItem = (type: 'function_call_output' | 'custom_tool_call_output', payload: Fields): CodexItem => {
  const { output, outcome } = outputOf(payload.output)
  return { draft: { type, call_id: callId(payload), output, ...outcome }, origin: 'tool' }
}

/** Text, JSON text with an envelope, a list of parts, or one part alone: all four occur. */
const outputOf = (value: unknown): { readonly output: string | ContentPart[]; readonly outcome: Outcome } => {
  if (typeof value === 'string') {
    const { text, outcome } = unwrapped(value)
    return { output: text, outcome }
  }
  const parts = partsOf(Array.isArray(value) ? value : [value], 'user')
  const first = parts.find((part) => part.type !== 'input_image')
  const told = isFields(value) && typeof value.success === 'boolean' ? { success: value.success } : {}
  if (parts.length === 0)
    return { output: value === undefined || value === null ? '' : JSON.stringify(value), outcome: told }
  return { output: parts, outcome: first === undefined ? told : { ...told, ...unwrapped(first.text).outcome } }
}

const partsOf = (value: unknown, role: string | undefined): ContentPart[] =>
  (Array.isArray(value) ? value : []).flatMap((part) => {
    if (typeof part === 'string') return [textPart(part, role)]
    if (!isFields(part)) return []
    const url = textAt(part, 'image_url')
    if (url !== undefined) return [imageFromUrl(url)]
    const text = textAt(part, 'text')
    return text === undefined ? [] : [textPart(text, role)]
  })

const textPart = (text: string, role: string | undefined): ContentPart => ({
  type: role === 'assistant' ? 'output_text' : 'input_text',
  text,
})

const callId = (payload: Fields) => callIdOf(textAt(payload, 'call_id') ?? textAt(payload, 'id') ?? '')

const statusOf = (payload: Fields): { status?: string } => {
  const status = textAt(payload, 'status')
  return status === undefined ? {} : { status }
}
