/** An item before it has its place: what it says and who put it there. The driver gives it id, time and turn when it is logged. */
import type { BlobRef, HistoryItem, ItemId, Origin, TurnId, UnixMillis } from '@rawr/protocol'

type WithoutMeta<Item> = Item extends HistoryItem ? Omit<Item, 'meta'> : never

export type ItemBody = WithoutMeta<HistoryItem>

export type ItemDraft = {
  readonly body: ItemBody
  readonly origin: Origin
  /** Where clients already saw the item stream, the id they saw; otherwise a fresh one. */
  readonly id?: ItemId
  readonly blob?: BlobRef
}

export type Stamp = { readonly id: ItemId; readonly at: UnixMillis; readonly turnId?: TurnId | undefined }

export const stampItem = (draft: ItemDraft, { id, at, turnId }: Stamp): HistoryItem => ({
  ...draft.body,
  meta: {
    id,
    at,
    origin: draft.origin,
    ...(turnId === undefined ? {} : { turn_id: turnId }),
    ...(draft.blob === undefined ? {} : { blob: draft.blob }),
  },
})

/** A text of the program in the user role; the caller has fenced it where it is data. */
export const textDraft = (origin: Origin, text: string): ItemDraft => ({
  origin,
  body: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
