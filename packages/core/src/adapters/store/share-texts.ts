/**
 * A log says long texts twice: the event that told of a command's output and the item the model sees have the same words.
 * Read from the disk they would be two copies in memory for as long as the thread is loaded; here the second becomes the first.
 */

/** Shorter ones cost less than looking for them. */
const CHARS_MIN = 500

/** An event stands near its item; calls of one batch lie between them. */
const TEXTS_HELD = 64

/** Puts texts that were seen lately in place of equal ones, in a value that nobody else has yet. */
export type ShareTexts = (value: object) => void

export const openTextSharing = (): ShareTexts => {
  // In the order they came; a key is the very text that was seen first.
  const recent = new Map<string, string>()
  const shared = (text: string): string => {
    if (text.length < CHARS_MIN) return text
    const known = recent.get(text)
    if (known !== undefined) return known
    const [oldest] = recent.keys()
    if (recent.size >= TEXTS_HELD && oldest !== undefined) recent.delete(oldest)
    recent.set(text, text)
    return text
  }
  const share = (value: object): void => {
    const fields = value as Record<string, unknown>
    for (const key of Object.keys(fields)) {
      const field = fields[key]
      if (typeof field === 'string') fields[key] = shared(field)
      else if (typeof field === 'object' && field !== null) share(field)
    }
  }
  return share
}
