/** Frames as text for the wire: within the frame's limit, and an event that goes to many clients is encoded once. */
import { type Event, encodeFrame, type ServerFrame } from '@rawr/protocol'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Logger } from '../ports/logger.ts'
import { fitEvent } from './fit-frame.ts'

export const frameEncoder = ({
  blobs,
  logger,
}: {
  blobs: BlobStore
  logger: Logger
}): ((frame: ServerFrame) => string) => {
  // Of the last frame only: an event goes to all clients of its thread before the next one comes.
  let last: { readonly frame: ServerFrame; readonly text: string } | null = null
  const keepWhole = (text: string): void => {
    blobs.put(text, 'text/plain').catch((cause: unknown) => logger.error('blob_not_kept', { cause }))
  }
  const encodeEvent = (event: Event): string => {
    const text = encodeFrame(event)
    const fitted = fitEvent(event, Buffer.byteLength(text))
    if (fitted === null) return text
    fitted.wholes.forEach(keepWhole)
    return encodeFrame(fitted.event)
  }
  return (frame) => {
    if (last?.frame === frame) return last.text
    const text = frame.type === 'event' ? encodeEvent(frame) : encodeFrame(frame)
    last = { frame, text }
    return text
  }
}
