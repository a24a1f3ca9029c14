/**
 * What a text or an item will cost the model, without a tokenizer. Linear, within a few percent over a session, and the
 * same on every machine.
 */
import { type ContentPart, type HistoryItem, textOfOutput, textOfParts } from '@rawr/protocol'
import { KIND_FACTOR, LETTERS_PER_WORD, type TextKind, TOKENS_PER } from './classes.ts'

export type TokenRates = {
  readonly tokensPerImage: number
  /** Replaces the count by classes with a plain division. */
  readonly bytesPerToken?: number | undefined
}

export const DEFAULT_RATES: TokenRates = { tokensPerImage: 2_000 }

/** Role, type and separators around each item. */
const ITEM_OVERHEAD = 4

/** Tokens of `text`, rounded up; 0 only for an empty text. */
export const estimateText = (text: string, kind: TextKind, rates: TokenRates = DEFAULT_RATES): number =>
  rates.bytesPerToken === undefined
    ? Math.ceil(tokensByClass(text) * KIND_FACTOR[kind])
    : Math.ceil(utf8Bytes(text) / rates.bytesPerToken)

/** Tokens of an item as it is sent; 0 for one that never is. */
export const estimateItem = (item: HistoryItem, rates: TokenRates = DEFAULT_RATES): number => {
  const text = (value: string, kind: TextKind): number => estimateText(value, kind, rates)
  const parts = (content: readonly ContentPart[], kind: TextKind): number =>
    text(textOfParts(content), kind) +
    rates.tokensPerImage * content.filter((part) => part.type === 'input_image').length
  switch (item.type) {
    case 'message':
      return ITEM_OVERHEAD + parts(item.content, 'prose')
    case 'reasoning':
      return ITEM_OVERHEAD + text(reasoningText(item), 'prose')
    case 'function_call':
      return ITEM_OVERHEAD + text(item.name, 'call') + text(item.arguments, 'call')
    case 'custom_tool_call':
      return ITEM_OVERHEAD + text(item.name, 'call') + text(item.input, 'call')
    case 'local_shell_call':
      return ITEM_OVERHEAD + text(item.action.command.join(' '), 'call')
    case 'web_search_call':
      return ITEM_OVERHEAD + text(JSON.stringify(item.action ?? {}), 'call')
    case 'function_call_output':
    case 'custom_tool_call_output':
      return (
        ITEM_OVERHEAD +
        (typeof item.output === 'string' ? text(textOfOutput(item), 'result') : parts(item.output, 'result'))
      )
    case 'compaction':
      return ITEM_OVERHEAD + opaque(item.encrypted_content)
    case 'compact_boundary':
    case 'attachment':
      return ITEM_OVERHEAD + text(item.text, 'prose')
    case 'unknown':
      return ITEM_OVERHEAD + text(JSON.stringify(item.value) ?? '', 'call')
    case 'ghost_snapshot':
    case 'progress':
      return 0
  }
}

/** Base64 of something encrypted: four characters for three bytes, and about four bytes a token behind it. */
const opaque = (encrypted: string): number => Math.ceil((encrypted.length * 3) / 16)

const reasoningText = (item: Extract<HistoryItem, { type: 'reasoning' }>): string =>
  [...item.summary, ...(item.content ?? [])].map((part) => part.text).join('\n')

const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length

/** Longer texts come again: an item is counted when it is logged, measured, planned with and sent. */
const REMEMBERED_CHARS_MIN = 48
const REMEMBERED_MAX = 4_096
const REMEMBERED_CHARS_MAX = 20_000

const remembered = new Map<string, number>()

const tokensByClass = (text: string): number => {
  if (text.length < REMEMBERED_CHARS_MIN || text.length > REMEMBERED_CHARS_MAX) return countByClass(text)
  const known = remembered.get(text)
  if (known !== undefined) return known
  const tokens = countByClass(text)
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(text, tokens)
  return tokens
}

const countByClass = (text: string): number => {
  let tokens = 0
  let index = 0
  while (index < text.length) {
    const start = index
    const kind = classOf(text.charCodeAt(start))
    index += kind === WIDE ? 2 : 1
    if (kind >= CJK) {
      tokens += kind === CJK ? TOKENS_PER.cjk : kind === WIDE ? TOKENS_PER.wide : TOKENS_PER.other
      continue
    }
    while (index < text.length && classOf(text.charCodeAt(index)) === kind) index += 1
    tokens += tokensOfRun(text, { start, end: index, kind })
  }
  return tokens
}

const LETTERS = 0
const DIGITS = 1
const BLANKS = 2
const SIGNS = 3
/** From here on each character counts by itself. */
const CJK = 4
const WIDE = 5
const OTHER = 6

type Run = { readonly start: number; readonly end: number; readonly kind: number }

const tokensOfRun = (text: string, { start, end, kind }: Run): number => {
  const length = end - start
  if (kind === LETTERS) {
    const humps = changes(text, { start, end }, isHump)
    const long = Math.max(0, length - LETTERS_PER_WORD * (1 + humps))
    return TOKENS_PER.word + humps * TOKENS_PER.hump + long * TOKENS_PER.longLetter
  }
  if (kind === DIGITS) return Math.ceil(length / 3) * TOKENS_PER.digits
  if (kind === BLANKS) return length === 1 && text.charCodeAt(start) === SPACE ? 0 : TOKENS_PER.blanks
  return TOKENS_PER.signs + changes(text, { start, end }, isOther) * TOKENS_PER.sign
}

/** How many neighbours in the run satisfy `is`. */
const changes = (
  text: string,
  { start, end }: Omit<Run, 'kind'>,
  is: (before: number, after: number) => boolean,
): number => {
  let count = 0
  let before = text.charCodeAt(start)
  for (let index = start + 1; index < end; index += 1) {
    const after = text.charCodeAt(index)
    if (is(before, after)) count += 1
    before = after
  }
  return count
}

const SPACE = 32
const UPPER_END = 97

const isHump = (before: number, after: number): boolean => before >= UPPER_END && after < UPPER_END
const isOther = (before: number, after: number): boolean => before !== after

const classOf = (code: number): number => {
  if (code < 0x80) return ASCII[code] ?? SIGNS
  if (code >= 0xd800 && code < 0xdc00) return WIDE
  // Hiragana to Hangul, and full-width forms.
  return (code >= 0x2e80 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xffef) ? CJK : OTHER
}

const asciiClass = (code: number): number => {
  const lower = code | 0x20
  if (lower >= 97 && lower <= 122) return LETTERS
  if (code >= 48 && code <= 57) return DIGITS
  return code === SPACE || (code >= 9 && code <= 13) ? BLANKS : SIGNS
}

const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => asciiClass(code))
