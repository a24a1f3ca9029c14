/**
 * What a text or an item will cost the model, without a tokenizer: bytes divided per kind of text. Linear, exact to a
 * few percent over a session, and the same on every machine.
 */
import { type ContentPart, type HistoryItem, textOfOutput, textOfParts } from '@rawr/protocol'
import {
  BYTES_PER_TOKEN,
  RUN_MIN,
  RUN_PER_TOKEN,
  type TextKind,
  TOKENS_PER_CJK,
  TOKENS_PER_EMOJI,
  TOKENS_PER_OTHER,
} from './divisors.ts'

export type TokenRates = {
  readonly tokensPerImage: number
  /** Replaces the divisor of every kind. */
  readonly bytesPerToken?: number | undefined
}

export const DEFAULT_RATES: TokenRates = { tokensPerImage: 2_000 }

/** Role, type and separators around each item. */
const ITEM_OVERHEAD = 4

/** Tokens of `text`, rounded up; 0 only for an empty text. */
export const estimateText = (text: string, kind: TextKind, rates: TokenRates = DEFAULT_RATES): number => {
  const counted = countCharacters(text)
  const plain = counted.ascii / (rates.bytesPerToken ?? BYTES_PER_TOKEN[kind])
  return Math.ceil(
    plain +
      counted.runs +
      counted.cjk * TOKENS_PER_CJK +
      counted.emoji * TOKENS_PER_EMOJI +
      counted.other * TOKENS_PER_OTHER,
  )
}

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

type Counted = { ascii: number; runs: number; cjk: number; emoji: number; other: number }

const countCharacters = (text: string): Counted => {
  const counted: Counted = { ascii: 0, runs: 0, cjk: 0, emoji: 0, other: 0 }
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code < 0x80) {
      let end = index + 1
      while (end < text.length && text.charCodeAt(end) === code) end += 1
      const length = end - index
      if (length >= RUN_MIN) counted.runs += Math.ceil(length / RUN_PER_TOKEN)
      else counted.ascii += length
      index = end
    } else {
      const wide = code >= 0xd800 && code < 0xdc00
      if (wide) counted.emoji += 1
      else if (isCjk(code)) counted.cjk += 1
      else counted.other += 1
      index += wide ? 2 : 1
    }
  }
  return counted
}

/** Hiragana to Hangul, and full-width forms. */
const isCjk = (code: number): boolean => (code >= 0x2e80 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xffef)
