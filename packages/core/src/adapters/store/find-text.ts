/** Looks for a text in the messages of one log. Lines that cannot hold it are not decoded. */
import { decodeRolloutLine, type RolloutLine, textOfParts } from '@rawr/protocol'
import type { FoundText } from '../../ports/thread-log.ts'
import { linesOf } from './read-log.ts'

/** Characters shown on each side of what was found. */
const AROUND_CHARACTERS = 60

/** The first message of a person or the agent that holds the text, in any case. */
export const findText = async (path: string, text: string): Promise<FoundText | null> => {
  const wanted = text.toLowerCase()
  // As the text stands inside the JSON of a line.
  const escaped = JSON.stringify(wanted).slice(1, -1)
  for await (const line of linesOf(path)) {
    if (!line.text.toLowerCase().includes(escaped)) continue
    const decoded = decodeRolloutLine(line.text)
    const found = decoded.ok ? findInLine(decoded.value, text) : null
    if (found !== null) return found
  }
  return null
}

export const findInLine = (line: RolloutLine, text: string): FoundText | null => {
  if (line.type !== 'response_item' || line.payload.type !== 'message') return null
  const { origin, id } = line.payload.meta
  if (origin !== 'user' && origin !== 'assistant') return null
  const excerpt = excerptAround(textOfParts(line.payload.content), text)
  return excerpt === null ? null : { itemId: id, excerpt }
}

/** The text with what stands around it, in one line; `null` where it is not there. */
export const excerptAround = (whole: string, text: string): string | null => {
  const at = whole.toLowerCase().indexOf(text.toLowerCase())
  if (at === -1) return null
  const [start, end] = [Math.max(0, at - AROUND_CHARACTERS), at + text.length + AROUND_CHARACTERS]
  const cut = whole.slice(start, end).toWellFormed().replaceAll(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${cut}${end < whole.length ? '…' : ''}`
}
