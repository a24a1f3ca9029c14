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

const tokensByClass = (text: string): number => {
  let tokens = 0
  let index = 0
  while (index < text.length) {
    const start = index
    const code = text.charCodeAt(start)
    const kind = classOf(code)
    index += kind === 'wide' ? 2 : 1
    if (kind === 'cjk' || kind === 'wide' || kind === 'other') {
      tokens += TOKENS_PER[kind]
      continue
    }
    while (index < text.length && classOf(text.charCodeAt(index)) === kind) index += 1
    tokens += tokensOfRun(text.slice(start, index), kind)
  }
  return tokens
}

type RunClass = 'letters' | 'digits' | 'blanks' | 'signs'

const tokensOfRun = (run: string, kind: RunClass): number => {
  switch (kind) {
    case 'letters': {
      const humps = changes(run, isHump)
      const long = Math.max(0, run.length - LETTERS_PER_WORD * (1 + humps))
      return TOKENS_PER.word + humps * TOKENS_PER.hump + long * TOKENS_PER.longLetter
    }
    case 'digits':
      return Math.ceil(run.length / 3) * TOKENS_PER.digits
    case 'blanks':
      return run === ' ' ? 0 : TOKENS_PER.blanks
    case 'signs':
      return TOKENS_PER.signs + changes(run, isOther) * TOKENS_PER.sign
  }
}

/** How many neighbours in the run satisfy `is`. */
const changes = (run: string, is: (before: number, after: number) => boolean): number => {
  let count = 0
  for (let index = 1; index < run.length; index += 1) {
    if (is(run.charCodeAt(index - 1), run.charCodeAt(index))) count += 1
  }
  return count
}

const SPACE = 32
const UPPER_END = 97

const isHump = (before: number, after: number): boolean => before >= UPPER_END && after < UPPER_END
const isOther = (before: number, after: number): boolean => before !== after

const classOf = (code: number): RunClass | 'cjk' | 'wide' | 'other' => {
  if (code < 0x80) return asciiClass(code)
  if (code >= 0xd800 && code < 0xdc00) return 'wide'
  // Hiragana to Hangul, and full-width forms.
  return (code >= 0x2e80 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xffef) ? 'cjk' : 'other'
}

const asciiClass = (code: number): RunClass => {
  const lower = code | 0x20
  if (lower >= 97 && lower <= 122) return 'letters'
  if (code >= 48 && code <= 57) return 'digits'
  return code === SPACE || (code >= 9 && code <= 13) ? 'blanks' : 'signs'
}
