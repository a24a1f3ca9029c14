/**
 * The secrets of one thread. What looks like one is replaced by `[secret:n]` before anything is written, and put back into the
 * arguments of a tool; the values live in this object only. Pure: nothing of it reaches a disk.
 */
import { err, ok, type Result, type RolloutLine } from '@rawr/protocol'
import { isPlaceholder, SECRET_KINDS } from './secret-patterns.ts'

export type SecretVault = {
  /** The text with every secret replaced; masking again changes nothing. */
  mask(text: string): string
  /**
   * For text from outside: what already reads like one of our marks there is masked too, so that a mark in the history always
   * means one of ours.
   */
  maskForeign(text: string): string
  /** JSON text of arguments with the values put back; an error names the marks whose value is not known any more. */
  reveal(argumentsText: string): Result<string, string>
  readonly count: number
}

const MARK = /\[secret:(\d{1,9})\]/g

/** More than a thread ever meets; beyond it the values are masked without a way back. */
const SECRETS_MAX = 20_000

/** Shorter ones are masked where their pattern finds them, but not looked for in every text. */
const SOUGHT_CHARACTERS_MIN = 8

/** No pattern finds one in less, and no known one is shorter. */
const SECRET_CHARACTERS_MIN = 8

/** Texts in which no pattern finds anything: the same one passes as item, event and record. */
const clean = new Set<string>()
const CLEAN_MAX = 4_096
const CLEAN_CHARACTERS_MAX = 20_000

const noteClean = (text: string): void => {
  if (text.length > CLEAN_CHARACTERS_MAX) return
  if (clean.size >= CLEAN_MAX) clean.clear()
  clean.add(text)
}

/** Numbers go on behind those that the log has, whose values went with an earlier life of the program. */
export const openVault = (lines: readonly RolloutLine[] = []): SecretVault => {
  const numbers = new Map<string, number>()
  const values = new Map<number, string>()
  let last = highestMark(lines)

  const markOf = (value: string): string => {
    const known = numbers.get(value)
    if (known !== undefined) return `[secret:${known}]`
    last += 1
    if (values.size < SECRETS_MAX) {
      numbers.set(value, last)
      values.set(last, value)
    }
    return `[secret:${last}]`
  }
  const maskKnown = (text: string): string => {
    let masked = text
    // Longest first: one secret may contain another.
    for (const value of sought(numbers))
      if (masked.includes(value)) masked = masked.replaceAll(value, () => markOf(value))
    return masked
  }
  const learn = (value: string): string => {
    const mark = markOf(value)
    // Lines of a key block may be read one by one later.
    if (value.includes('PRIVATE KEY')) for (const line of keyLines(value)) markOf(line)
    return mark
  }
  const mask = (text: string): string => {
    if (text.length < SECRET_CHARACTERS_MIN || (numbers.size === 0 && clean.has(text))) return text
    let masked = maskKnown(text)
    for (const { pattern } of SECRET_KINDS)
      masked = masked.replaceAll(pattern, (match: string, ...rest: readonly unknown[]) => {
        const value = secretOf(match, rest)
        return isPlaceholder(value) || value.includes('[secret:') ? match : match.replace(value, () => learn(value))
      })
    if (masked === text) noteClean(text)
    return masked
  }
  return {
    mask,
    maskForeign: (text) => mask(text.includes('[secret:') ? text.replaceAll(MARK, (literal) => markOf(literal)) : text),
    reveal: (argumentsText) => {
      const lost = [...argumentsText.matchAll(MARK)].filter(([, number]) => !values.has(Number(number)))
      if (lost.length > 0) return err(lostText([...new Set(lost.map(([mark]) => mark))]))
      return ok(argumentsText.replaceAll(MARK, (_, number: string) => jsonText(values.get(Number(number)) ?? '')))
    },
    get count() {
      return values.size
    },
  }
}

const sought = (numbers: ReadonlyMap<string, number>): readonly string[] =>
  [...numbers.keys()]
    .filter((value) => value.length >= SOUGHT_CHARACTERS_MIN && !value.startsWith('[secret:'))
    .sort((a, b) => b.length - a.length)

/** The last argument of a replacer holds the named groups, where there are any. */
const secretOf = (match: string, rest: readonly unknown[]): string => {
  const groups = rest.at(-1)
  if (typeof groups !== 'object' || groups === null || !('secret' in groups)) return match
  return typeof groups.secret === 'string' ? groups.secret : match
}

const KEY_LINE = /^[A-Za-z0-9+/]{40,90}={0,2}$/

const keyLines = (block: string): readonly string[] =>
  block
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => KEY_LINE.test(line))

const lostText = (marks: readonly string[]): string =>
  `The value of ${marks.join(', ')} is not in memory any more (the program was restarted). Nothing was done: read the file again, and use the mark it then shows.`

/** As it stands inside a JSON string. */
const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1)

/** Only the model's calls and the tools' answers carry marks. */
const highestMark = (lines: readonly RolloutLine[]): number => {
  let highest = 0
  for (const line of lines) {
    if (line.type !== 'response_item' || line.payload.meta.origin === 'user') continue
    const text = JSON.stringify(line.payload)
    if (!text.includes('[secret:')) continue
    for (const [, number] of text.matchAll(MARK)) highest = Math.max(highest, Number(number))
  }
  return highest
}
