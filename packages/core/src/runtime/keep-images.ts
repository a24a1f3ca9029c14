/** Pasted images go to the blob store before their message is taken: each is stored once, and the log grows by a reference. */
import type { Op, UserInput } from '@rawr/protocol'
import type { BlobStore } from '../ports/blob-store.ts'

const DATA_URL = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=\s]+)$/

export const hasPastedImages = (op: Op): boolean =>
  (op.type === 'user_turn' || op.type === 'user_input') && op.items.some(isPasted)

/** The op as it is taken; an image that the disk refuses stays in the message. */
export const withKeptImages = async (op: Op, blobs: Pick<BlobStore, 'put'>): Promise<Op> =>
  op.type === 'user_turn' || op.type === 'user_input'
    ? { ...op, items: await Promise.all(op.items.map((item) => kept(item, blobs))) }
    : op

const isPasted = (item: UserInput): boolean => item.type === 'image' && DATA_URL.test(item.image_url ?? '')

const kept = async (item: UserInput, blobs: Pick<BlobStore, 'put'>): Promise<UserInput> => {
  const [, mediaType, content] = (item.type === 'image' ? DATA_URL.exec(item.image_url ?? '') : null) ?? []
  if (mediaType === undefined || content === undefined) return item
  try {
    return { type: 'image', blob: await blobs.put(bytesOf(content), mediaType) }
  } catch {
    return item
  }
}

/** By hand: through an iterator a screenshot takes twenty times as long, and the daemon has one thread. */
const bytesOf = (base64: string): Uint8Array => {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
