/**
 * What providers require of texts, names, ids and arguments, whatever a session or an import brought: valid Unicode, valid
 * JSON, short plain names (L3). A text that is legal already comes back as it was.
 */
import { createHash } from 'node:crypto'

/** Limits of OpenAI's API; other servers are not stricter. */
const NAME_CHARS_MAX = 64
const ID_CHARS_MAX = 64
const HASH_CHARS = 16

/** Half a character becomes U+FFFD. */
export const legalText = (text: string): string => text.toWellFormed()

export const legalName = (name: string): string => {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_')
  if (plain === '') return 'unnamed'
  return plain.length <= NAME_CHARS_MAX ? plain : shortened(plain, NAME_CHARS_MAX)
}

/** The same for a call and its result, so that a pair stays a pair; two different ids stay different. */
export const legalCallId = (id: string): string =>
  /^[\w.:-]{1,64}$/.test(id) ? id : shortened(id.replace(/[^\w.:-]/g, '_'), ID_CHARS_MAX, id)

const shortened = (text: string, charsMax: number, original = text): string =>
  `${text.slice(0, charsMax - HASH_CHARS - 1)}_${createHash('sha256').update(original).digest('hex').slice(0, HASH_CHARS)}`

/**
 * The arguments of a call as a JSON object. Servers parse them to fill a chat template and refuse the whole request
 * where they cannot, again and again: one broken call of a model would end the thread.
 */
export const legalArguments = (text: string): string => {
  if (text.trim() === '') return '{}'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return JSON.stringify({ unparsed: legalText(text) })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify({ unparsed: legalText(text) })
  return mayHoldHalfCharacters(text) ? JSON.stringify(value).replace(HALF_CHARACTER, '$1\ufffd') : text
}

/** Raw, or written as an escape that a parser turns into one. */
const mayHoldHalfCharacters = (json: string): boolean => !json.isWellFormed() || /\\u[dD][89a-fA-F]/.test(json)

/** `JSON.stringify` writes whole characters as they are, so a surrogate behind a backslash that escapes it is half of one. */
const HALF_CHARACTER = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

/** A cache key as OpenAI accepts it. */
export const legalCacheKey = (key: string): string =>
  key.length <= ID_CHARS_MAX ? legalText(key) : shortened(legalText(key), ID_CHARS_MAX)
