/** What is known of an item beside its content. Nothing is ever recognised by a prefix of its text: `origin` says it. */
import { z } from 'zod'
import { BlobId, ItemId, TurnId } from './ids.ts'
import { Tokens, UnixMillis } from './units.ts'

/**
 * Who put the item into the history. Only `user` items are the user's own words (L5, L6, L14); `context` is initial
 * context (instructions, environment); `synthetic` is what the engine writes to keep history legal.
 */
export const Origin = z.enum([
  'user',
  'assistant',
  'tool',
  'context',
  'summary',
  'snapshot',
  'packet',
  'handoff',
  'restored',
  'pin',
  'boundary',
  'synthetic',
])
export type Origin = z.infer<typeof Origin>

/** The whole of something too large for the log, stored once by hash under `blobs/`. */
export const BlobRef = z.object({
  id: BlobId,
  /** Size of the whole content in bytes. */
  bytes: z.number().int().nonnegative(),
  media_type: z.string().optional(),
})
export type BlobRef = z.infer<typeof BlobRef>

export const ItemMeta = z.object({
  id: ItemId,
  turn_id: TurnId.optional(),
  at: UnixMillis,
  origin: Origin,
  /** Estimated tokens of this item as sent; absent where nobody has counted yet. */
  tokens: Tokens.optional(),
  /** Where the uncut content lies, when `content` or `output` was cut. */
  blob: BlobRef.optional(),
  /** A tool result whose text was replaced by a placeholder; survives resume, so clearing is idempotent. */
  cleared: z.boolean().optional(),
  /** A user message that was answered before the last compaction and is kept for the record. */
  handled: z.boolean().optional(),
})
export type ItemMeta = z.infer<typeof ItemMeta>
