/**
 * What a model answered, as lines that may stand in a summary, or why it cannot be used. Nothing is believed: a line that
 * names a path or a name the past never had is dropped, and so is one that speaks for the user or against the rules.
 */
import type { CondenseKind } from '@rawr/prompts'
import { type CompactFailedReason, err, ok, type Result, SummaryV1 } from '@rawr/protocol'
import { cutLine, LINE_CHARS_MAX } from '../extract/cut-line.ts'
import { keysOf } from '../extract/keys.ts'
import { estimateText } from '../tokens/estimate.ts'
import type { Past } from './past.ts'
import { summaryLines } from './summary-lines.ts'

export type ModelAnswer = {
  readonly kind: CondenseKind
  readonly text: string
  readonly stop: 'end' | 'tool_calls' | 'length' | 'content_filter'
  readonly past: Past
  /** What the model read; a summary that is larger is none. */
  readonly inputTokens: number
}

export type Narrative = {
  readonly strategy: CondenseKind
  readonly lines: readonly string[]
  /** Lines that verification took out. */
  readonly dropped: number
}

export type BadAnswer = { readonly reason: CompactFailedReason; readonly message: string }

/** Seed-5's limit for nine sections; the others are asked for less. */
export const ANSWER_TOKENS_MAX: Readonly<Record<CondenseKind, number>> = {
  narrative: 800,
  full: 4_000,
  inline: 2_000,
  hierarchical: 2_000,
}

export const readAnswer = (answer: ModelAnswer): Result<Narrative, BadAnswer> => {
  const { kind, stop, past, inputTokens } = answer
  if (stop === 'length') return bad('The answer was cut off at its length.')
  if (stop === 'content_filter') return bad('The provider filtered the answer.')
  if (stop === 'tool_calls') return bad('The model called a tool instead of answering.')
  const read = kind === 'hierarchical' ? snapshotLines(answer.text) : proseLines(answer.text)
  if (!read.ok) return read
  const answerTokens = estimateText(read.value.join('\n'), 'prose')
  if (answerTokens >= inputTokens)
    return bad(`The answer (~${answerTokens} tokens) is larger than what it condenses (~${inputTokens} tokens).`)
  const kept = read.value.filter((line) => !isForged(line, past) && !isAgainstRules(line) && !isInvented(line, past))
  const dropped = read.value.length - kept.length
  const lines = withinLimit(
    kept.map((line) => cutLine(line, LINE_CHARS_MAX)),
    ANSWER_TOKENS_MAX[kind],
  )
  return lines.length === 0
    ? bad(
        dropped === 0
          ? 'The answer was empty.'
          : `Nothing of the answer could be verified; ${dropped} lines were dropped.`,
      )
    : ok({ strategy: kind, lines, dropped })
}

const bad = (message: string): Result<never, BadAnswer> => err({ reason: 'no_summary', message })

const REFUSAL = /^(?:i['’]?m sorry|sorry|i (?:can(?:no|['’])t|cannot|am unable|won['’]t))\b/i
/** A longer text that begins with an apology may still be a summary. */
const REFUSAL_CHARS_MAX = 400

const proseLines = (text: string): Result<readonly string[], BadAnswer> => {
  const said = text.replaceAll(/<analysis>[\s\S]*?(?:<\/analysis>|$)/gi, '')
  const [, tagged] = /<summary>([\s\S]*?)(?:<\/summary>|$)/i.exec(said) ?? []
  const body = (tagged ?? said).trim()
  if (text.trim() === '') return bad('The answer was empty.')
  if (body === '') return bad('The answer was analysis and no summary.')
  if (body.length < REFUSAL_CHARS_MAX && REFUSAL.test(body)) return bad('The model refused.')
  return ok(linesOf(body))
}

const snapshotLines = (text: string): Result<readonly string[], BadAnswer> => {
  if (text.trim() === '') return bad('The answer was empty.')
  const [, fenced] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/i.exec(text) ?? []
  let value: unknown
  try {
    value = JSON.parse(fenced ?? text)
  } catch {
    return bad(REFUSAL.test(text.trim()) ? 'The model refused.' : 'The answer is not valid JSON.')
  }
  const parsed = SummaryV1.safeParse(value)
  if (parsed.success) return ok(summaryLines(parsed.data))
  const [issue] = parsed.error.issues
  return bad(`The answer does not fit the schema: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`)
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))

const SPEAKS_FOR_USER =
  /\b(?:the )?user(?:'s)? (?:has |have )?(?:said|says|asked|asks|approved|approves|confirmed|agreed|allowed|authori[sz]ed|wants|told|ordered|granted)\b|^[-*\d.\s]*user\s*:/i
const QUOTE = /["“]([^"”]{2,})["”]/g

/** What is put into the user's mouth must be quoted, and the user must have said it. A plain retelling of a request may stand. */
const isForged = (line: string, past: Past): boolean => {
  if (!SPEAKS_FOR_USER.test(line)) return false
  const quotes = [...line.matchAll(QUOTE)].map(([, quote = '']) => quote)
  if (quotes.length > 0) return quotes.some((quote) => !past.userSaid(quote))
  return /\b(?:approved|approves|confirmed|agreed|allowed|authori[sz]ed|granted)\b|user\s*:/i.test(line)
}

const AGAINST_RULES =
  /\b(?:ignore|disregard|drop|forget|override|bypass|skip|no longer (?:apply|applies|follow))\b.{0,60}\b(?:rules?|instructions?|constraints?|pins?|guidelines?|agents\.md|approvals?|sandbox)\b|\b(?:rules?|instructions?|constraints?)\b.{0,40}\b(?:no longer appl|are void|can be ignored|do not apply)/i

const isAgainstRules = (line: string): boolean => AGAINST_RULES.test(line)

/** Paths and names of code must have stood in the past; hyphenated words and capitals may be prose. */
const isInvented = (line: string, past: Past): boolean =>
  keysOf(line).some(({ key, shape }) => shape !== 'word' && !past.has(key))

const withinLimit = (lines: readonly string[], tokensMax: number): readonly string[] => {
  let room = tokensMax
  const end = lines.findIndex((line) => {
    room -= estimateText(line, 'prose') + 1
    return room < 0
  })
  return end === -1 ? lines : lines.slice(0, end)
}
