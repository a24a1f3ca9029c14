/**
 * The identifiers in a line: paths, names of code, flags, hashes. They are what an agent needs again word for word; a
 * summary that lost one sends it searching.
 */

/** A `word` may be prose too: `up-to-date`, `JSON`, `step2`. */
export type KeyShape = 'path' | 'name' | 'word' | 'flag' | 'hash'

export type FoundKey = { readonly key: string; readonly shape: KeyShape }

/** Longer ones are encoded content, not names. */
const KEY_CHARS_MAX = 120
const KEY_CHARS_MIN = 3

/** Each once, in order of appearance. */
export const keysOf = (line: string): readonly FoundKey[] => {
  const found: FoundKey[] = []
  forEachToken(line, (token) => {
    for (const key of keysOfToken(token)) if (!found.some((other) => other.key === key.key)) found.push(key)
  })
  return found
}

/** What may be identifiers, by the characters alone. Read by character code: this sees every line of a session. */
export const forEachToken = (line: string, visit: (token: string) => void): void => {
  let start = -1
  let isPlain = true
  let isNumber = true
  for (let index = 0; index <= line.length; index += 1) {
    const code = index < line.length ? line.charCodeAt(index) : 0
    const kind = code < ASCII_END ? KIND[code] : OUTSIDE
    if (kind !== OUTSIDE) {
      if (start < 0) {
        start = index
        isPlain = true
        isNumber = true
      }
      if (kind !== LOWER) isPlain = false
      if (kind !== DIGIT) isNumber = false
    } else if (start >= 0) {
      const length = index - start
      if (!isPlain && !isNumber && length >= KEY_CHARS_MIN && length <= KEY_CHARS_MAX) visit(line.slice(start, index))
      start = -1
    }
  }
}

const OUTSIDE = 0
const LOWER = 1
/** Capitals, digits and signs: without one of them a word is no identifier, and neither is a number. */
const SPECIAL = 2
const DIGIT = 3

const ASCII_END = 128

const KIND: Uint8Array = Uint8Array.from({ length: ASCII_END }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LOWER
  if (/[0-9]/.test(character)) return DIGIT
  return /[A-Z_$@~./\\-]/.test(character) ? SPECIAL : OUTSIDE
})

/** The same for the same token: whoever reads many lines may remember it. */
export const keysOfToken = (token: string): readonly FoundKey[] => {
  if (token.startsWith('--')) return /^--[a-z][\w-]+$/.test(token) ? [{ key: token, shape: 'flag' }] : []
  const bare = token.replace(/^[.~/\\@$-]+|[./\\@$-]+$/g, '')
  if (bare.length < 3) return []
  if (/[/\\]/.test(bare)) return pathKeys(bare)
  if (bare.includes('.')) return isFileName(bare) ? [{ key: bare, shape: 'path' }] : bare.split('.').flatMap(nameKeys)
  return nameKeys(bare)
}

/** Folder and name: what a path is called in other folders and other tools. */
const pathKeys = (path: string): readonly FoundKey[] => {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const isPath = isFileName(last) || parts.length > 2 || parts.some((part) => isName(part))
  return isPath ? [{ key: folderAndName(path), shape: 'path' }] : []
}

/** The end of the path as it was written, its separators too: a summary names nothing the past never had. */
export const folderAndName = (path: string): string => /[^/\\]+[/\\]+[^/\\]+$/.exec(path)?.[0] ?? path

const isFileName = (text: string): boolean =>
  /^[\w@.-]*\w\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(text) && !/\.[A-Z][a-z]/.test(text)

const nameKeys = (text: string): readonly FoundKey[] => {
  if (/^(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}$/.test(text)) return [{ key: text, shape: 'hash' }]
  if (isCodeName(text)) return [{ key: text, shape: 'name' }]
  return isName(text) ? [{ key: text, shape: 'word' }] : []
}

/** Only code is written so: `camelCase`, `snake_case`. */
const isCodeName = (text: string): boolean =>
  text.length >= 3 && /[A-Za-z]/.test(text) && (/[a-z0-9][A-Z]/.test(text) || /[A-Za-z0-9]_[A-Za-z0-9]/.test(text))

/** `camelCase`, `snake_case`, `kebab-case`, `CONSTANT`, `name2`: what prose does not write. */
const isName = (text: string): boolean =>
  text.length >= 3 &&
  /[A-Za-z]/.test(text) &&
  (/[a-z0-9][A-Z]/.test(text) ||
    /[A-Za-z0-9]_[A-Za-z0-9]/.test(text) ||
    /^[A-Z][A-Z0-9]{2,}$/.test(text) ||
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/i.test(text) ||
    (/^[A-Za-z]+\d+$/.test(text) && text.length >= 4))
