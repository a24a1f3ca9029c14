/** `attachment` records of Claude Code: context the program put before the model that is no message of anyone. */
import type { Drafted } from './claude-content.ts'
import { userDrafts } from './claude-content.ts'
import { type Fields, fieldsAt, textAt, textsAt } from './fields.ts'

/** Hooks whose plain output the model reads; of all others only what they say expressly is for it. */
const HOOKS_HEARD: ReadonlySet<string | undefined> = new Set(['SessionStart', 'UserPromptSubmit'])

/** Empty for what only the screen or the program needs, and for types not known here. */
export const attachmentDrafts = (attachment: Fields): readonly Drafted[] => {
  switch (attachment.type) {
    case 'file': {
      const file = fieldsAt(fieldsAt(attachment, 'content'), 'file')
      return fileOf(attachment, textAt(file, 'content'))
    }
    case 'nested_memory':
      return fileOf(attachment, textAt(fieldsAt(attachment, 'content'), 'content'))
    case 'edited_text_file':
      return fileOf(attachment, textAt(attachment, 'snippet'))
    case 'compact_file_reference':
      return fileOf(attachment, '[read before the compaction; not repeated here]')
    case 'task_reminder':
    case 'todo_reminder':
      return todoOf(attachment.content)
    case 'queued_command':
      return userDrafts(attachment.prompt, textAt(attachment, 'commandMode') !== 'prompt')
    case 'hook_success':
      return HOOKS_HEARD.has(textAt(attachment, 'hookEvent')) ? context(textAt(attachment, 'content')) : []
    case 'invoked_skills':
      return context(listed(attachment, 'skills', 'content'))
    default:
      return context(plainText(attachment))
  }
}

const fileOf = (attachment: Fields, text: string | undefined): readonly Drafted[] => {
  const path = textAt(attachment, 'filename') ?? textAt(attachment, 'path') ?? textAt(attachment, 'displayPath')
  if (text === undefined || text === '') return []
  return [
    { draft: { type: 'attachment', kind: 'file', ...(path === undefined ? {} : { path }), text }, origin: 'context' },
  ]
}

const todoOf = (content: unknown): readonly Drafted[] =>
  Array.isArray(content) && content.length > 0
    ? [{ draft: { type: 'attachment', kind: 'todo', text: JSON.stringify(content) }, origin: 'context' }]
    : []

const context = (text: string | undefined): readonly Drafted[] =>
  text === undefined || text.trim() === '' ? [] : userDrafts(text, true)

const SPOKEN_TYPES: ReadonlySet<unknown> = new Set([
  'total_tokens_reminder',
  'hook_additional_context',
  'skill_listing',
  'deferred_tools_delta',
  'agent_listing_delta',
  'mcp_instructions_delta',
  'date_change',
  'read_truncation_notice',
  'hook_blocking_error',
  'batching_reminder_sent',
  'silent_turn_reminder',
  'plan_mode',
  'plan_mode_exit',
  'task_status',
  'dynamic_skill',
])

/** The text of an attachment whose type is known to reach the model, from whichever field holds it. */
const plainText = (attachment: Fields): string | undefined => {
  if (!SPOKEN_TYPES.has(attachment.type)) return undefined
  const single = ['text', 'content', 'banner', 'newDate', 'deltaSummary', 'description'].map((key) =>
    textAt(attachment, key),
  )
  const many = ['content', 'addedLines', 'addedBlocks'].flatMap((key) => textsAt(attachment, key))
  return single.find((text) => text !== undefined) ?? (many.length === 0 ? undefined : many.join('\n'))
}

const listed = (attachment: Fields, list: string, key: string): string | undefined => {
  const value = attachment[list]
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry: unknown) => textAt(fieldsAt({ entry }, 'entry'), key) ?? []).join('\n\n')
}
