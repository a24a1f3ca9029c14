/**
 * The frame of an event or an answer has a limit on the wire. One that is larger is sent with its longest texts cut in the middle; each cut
 * says how much is missing and under which blob the whole text is kept.
 */
import { createHash } from 'node:crypto'
import { type Answer, EVENT_FRAME_BYTES_MAX, type Event } from '@rawr/protocol'

export type Fitted<Frame extends Event | Answer> = {
  readonly frame: Frame
  /** Texts that were cut: each must be kept as a blob. */
  readonly wholes: readonly string[]
}

/** What stays of a cut text, characters, half from each end; escaped as JSON one character takes up to six bytes. */
const KEPT_CHARACTERS = 64 * 1024

/** `null` where it fits as it is. */
export const fitFrame = <Frame extends Event | Answer>(frame: Frame, bytes: number): Fitted<Frame> | null => {
  if (bytes <= EVENT_FRAME_BYTES_MAX) return null
  const wholes: string[] = []
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string' && value.length > KEPT_CHARACTERS) {
      wholes.push(value)
      return cutText(value)
    }
    if (Array.isArray(value)) return value.map(cut)
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
      : value
  }
  // Only texts were shortened: the shape is the frame's own.
  return { frame: cut(frame) as Frame, wholes }
}

const cutText = (text: string): string => {
  const head = text.slice(0, KEPT_CHARACTERS / 2)
  const tail = text.slice(-KEPT_CHARACTERS / 2)
  const missing = text.length - KEPT_CHARACTERS
  const blob = createHash('sha256').update(text).digest('hex')
  return `${wholeEnd(head)}\n[… ${missing} characters left out; the whole text is blob ${blob} …]\n${wholeStart(tail)}`
}

const wholeEnd = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

const wholeStart = (text: string): string => text.replace(/^[\uDC00-\uDFFF]/, '')
