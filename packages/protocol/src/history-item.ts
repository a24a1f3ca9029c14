/**
 * The nouns of a conversation: what the model sees, and the few items only we know. The shapes are the Responses API's
 * as recorded by Codex (`response_item`), plus `compact_boundary`, `attachment` and `progress`. An item of a type this
 * version does not know is kept whole as `unknown`, so that a newer file is never damaged by an older program.
 */
import { z } from 'zod'
import { CallId, CompactionId } from './ids.ts'
import { BlobRef, ItemMeta } from './item-meta.ts'
import { Tokens } from './units.ts'

export const TextPart = z.object({ type: z.enum(['input_text', 'output_text']), text: z.string() })
export type TextPart = z.infer<typeof TextPart>

/** An image by data URL, by web address, or by blob; exactly one of the two fields is set. */
export const ImagePart = z.object({
  type: z.literal('input_image'),
  image_url: z.string().optional(),
  blob: BlobRef.optional(),
  detail: z.enum(['auto', 'low', 'high']).optional(),
})
export type ImagePart = z.infer<typeof ImagePart>

export const ContentPart = z.discriminatedUnion('type', [TextPart, ImagePart])
export type ContentPart = z.infer<typeof ContentPart>

const meta = ItemMeta

export const MessageItem = z.object({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'developer', 'system']),
  content: z.array(ContentPart),
  meta,
})
export type MessageItem = z.infer<typeof MessageItem>

/** Signed or encrypted content travels byte-identical or not at all (L4). */
export const ReasoningItem = z.object({
  type: z.literal('reasoning'),
  /** The provider's id; sent back with the encrypted content it belongs to. */
  id: z.string().optional(),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.object({ type: z.string(), text: z.string() })).optional(),
  encrypted_content: z.string().nullish(),
  meta,
})
export type ReasoningItem = z.infer<typeof ReasoningItem>

/** `arguments` is the JSON text as the model wrote it; it may be invalid JSON, and that is the tool's to say. */
export const FunctionCallItem = z.object({
  type: z.literal('function_call'),
  name: z.string(),
  namespace: z.string().optional(),
  arguments: z.string(),
  call_id: CallId,
  meta,
})
export type FunctionCallItem = z.infer<typeof FunctionCallItem>

const outcome = {
  /** Absent where the recording does not say. */
  success: z.boolean().optional(),
  exit_code: z.number().int().optional(),
}

export const FunctionCallOutputItem = z.object({
  type: z.literal('function_call_output'),
  call_id: CallId,
  output: z.union([z.string(), z.array(ContentPart)]),
  ...outcome,
  meta,
})
export type FunctionCallOutputItem = z.infer<typeof FunctionCallOutputItem>

/** A call whose input is free text (a patch, a script), not JSON. */
export const CustomToolCallItem = z.object({
  type: z.literal('custom_tool_call'),
  name: z.string(),
  input: z.string(),
  call_id: CallId,
  meta,
})
export type CustomToolCallItem = z.infer<typeof CustomToolCallItem>

export const CustomToolCallOutputItem = z.object({
  type: z.literal('custom_tool_call_output'),
  call_id: CallId,
  output: z.union([z.string(), z.array(ContentPart)]),
  ...outcome,
  meta,
})
export type CustomToolCallOutputItem = z.infer<typeof CustomToolCallOutputItem>

/** Its result is a `function_call_output` with the same `call_id`. */
export const LocalShellCallItem = z.object({
  type: z.literal('local_shell_call'),
  call_id: CallId,
  action: z.looseObject({ type: z.string(), command: z.array(z.string()) }),
  status: z.string().optional(),
  meta,
})
export type LocalShellCallItem = z.infer<typeof LocalShellCallItem>

/** Runs at the provider: no call id and no output item, so it is no pair. */
export const WebSearchCallItem = z.object({
  type: z.literal('web_search_call'),
  action: z.looseObject({}).optional(),
  status: z.string().optional(),
  meta,
})
export type WebSearchCallItem = z.infer<typeof WebSearchCallItem>

/** A provider's own compaction, opaque to everyone else. */
export const CompactionItem = z.object({ type: z.literal('compaction'), encrypted_content: z.string(), meta })
export type CompactionItem = z.infer<typeof CompactionItem>

/** Kept from imported sessions, never created, never sent. */
export const GhostSnapshotItem = z.object({ type: z.literal('ghost_snapshot'), ghost_commit: z.unknown(), meta })
export type GhostSnapshotItem = z.infer<typeof GhostSnapshotItem>

/** Marks where a compaction put its summary; the model sees it as one line. */
export const CompactBoundaryItem = z.object({
  type: z.literal('compact_boundary'),
  compaction_id: CompactionId,
  text: z.string(),
  tokens_before: Tokens,
  meta,
})
export type CompactBoundaryItem = z.infer<typeof CompactBoundaryItem>

/** A file, a to-do list or a plan put into the context by the program. */
export const AttachmentItem = z.object({
  type: z.literal('attachment'),
  kind: z.enum(['file', 'todo', 'plan']),
  path: z.string().optional(),
  text: z.string(),
  meta,
})
export type AttachmentItem = z.infer<typeof AttachmentItem>

/** Output of something still running; shown, never sent. */
export const ProgressItem = z.object({ type: z.literal('progress'), text: z.string(), meta })
export type ProgressItem = z.infer<typeof ProgressItem>

/** An item of a type this version does not know; `value` is the original, unchanged. */
export const UnknownItem = z.object({ type: z.literal('unknown'), value: z.unknown(), meta })
export type UnknownItem = z.infer<typeof UnknownItem>

export const HistoryItem = z.discriminatedUnion('type', [
  MessageItem,
  ReasoningItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  CustomToolCallItem,
  CustomToolCallOutputItem,
  LocalShellCallItem,
  WebSearchCallItem,
  CompactionItem,
  GhostSnapshotItem,
  CompactBoundaryItem,
  AttachmentItem,
  ProgressItem,
  UnknownItem,
])
export type HistoryItem = z.infer<typeof HistoryItem>

export type ToolCallItem = FunctionCallItem | CustomToolCallItem | LocalShellCallItem
export type ToolOutputItem = FunctionCallOutputItem | CustomToolCallOutputItem

export const isToolCall = (item: HistoryItem): item is ToolCallItem =>
  item.type === 'function_call' || item.type === 'custom_tool_call' || item.type === 'local_shell_call'

export const isToolOutput = (item: HistoryItem): item is ToolOutputItem =>
  item.type === 'function_call_output' || item.type === 'custom_tool_call_output'

/** All text of a list of parts, joined by a newline; images contribute nothing. */
export const textOfParts = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === 'input_image' ? [] : [part.text])).join('\n')

/** The text of a tool result, whichever of its two shapes it has. */
export const textOfOutput = (item: ToolOutputItem): string =>
  typeof item.output === 'string' ? item.output : textOfParts(item.output)

/** What an item says, as plain text: a call by its arguments, a result by its output; '' for what no reader can read. */
export const textOfItem = (item: HistoryItem): string => {
  switch (item.type) {
    case 'message':
      return textOfParts(item.content)
    case 'function_call':
      return item.arguments
    case 'custom_tool_call':
      return item.input
    case 'local_shell_call':
      return item.action.command.join(' ')
    case 'function_call_output':
    case 'custom_tool_call_output':
      return textOfOutput(item)
    case 'reasoning':
      return item.summary.map(({ text }) => text).join('\n')
    case 'attachment':
    case 'compact_boundary':
    case 'progress':
      return item.text
    case 'web_search_call':
    case 'compaction':
    case 'ghost_snapshot':
    case 'unknown':
      return ''
  }
}
