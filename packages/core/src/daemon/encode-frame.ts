/** Frames as text for the wire: within the frame's limit, and an event that goes to many clients is encoded once. */
import { type Answer, type Event, encodeFrame, type Rejected, type ServerFrame } from '@rawr/protocol'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Logger } from '../ports/logger.ts'
import { fitFrame } from './fit-frame.ts'

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
  const encodeFitted = (frame: Event | Answer): string => {
    const text = encodeFrame(frame)
    const fitted = fitFrame(frame, Buffer.byteLength(text))
    if (fitted === null) return text
    fitted.wholes.forEach(keepWhole)
    return encodeFrame(fitted.frame)
  }
  return (frame) => {
    if (last?.frame === frame) return last.text
    const isLarge = frame.type === 'event' || frame.type === 'answer'
    const text = isLarge ? encodeFitted(frame) : encodeFrame(frame.type === 'rejected' ? shortRefusal(frame) : frame)
    last = { frame, text }
    return text
  }
}

/** A refusal may name what was sent, and must not grow with it. */
const REFUSAL_CHARACTERS_MAX = 2_000

const shortRefusal = (frame: Rejected): Rejected =>
  frame.message.length <= REFUSAL_CHARACTERS_MAX
    ? frame
    : { ...frame, message: `${frame.message.slice(0, REFUSAL_CHARACTERS_MAX).toWellFormed()}…` }
