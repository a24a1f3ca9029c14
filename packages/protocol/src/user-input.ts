/** What a person sends: text and images. Files are named in the text (`@path`) and read by the agent. */
import { z } from 'zod'
import { BlobRef } from './item-meta.ts'

export const UserInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), image_url: z.string().optional(), blob: BlobRef.optional() }),
])
export type UserInput = z.infer<typeof UserInput>

/**
 * Who speaks in a turn: the user, the driver's watcher on its way to a compaction or behind one, or the prompt of a review.
 */
export const TurnOrigin = z.enum(['user', 'scratch_prompt', 'packet_prompt', 'continuation', 'review'])
export type TurnOrigin = z.infer<typeof TurnOrigin>

/** What a turn is for: one of a message, or a command that the person typed. */
export const TurnKind = z.enum([...TurnOrigin.options, 'user_shell'])
export type TurnKind = z.infer<typeof TurnKind>

/** Turns in which the work itself goes on; the others serve something beside it. */
export const isWork = (origin: TurnKind): boolean => origin === 'user' || origin === 'continuation'

/** The typed text of an input, parts joined by a newline. */
export const textOfInput = (items: readonly UserInput[]): string =>
  items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
