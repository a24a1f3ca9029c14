/**
 * The lines of an item that a summary may quote. Reasoning is never quoted, nor are the summaries of earlier compactions,
 * which are in no log.
 */
import { type HistoryItem, isToolCall, isToolOutput, textOfOutput, textOfParts } from '@rawr/protocol'
import { isUserWords } from '../history/turns.ts'
import { type ToolUse, toolUses } from '../ledger/tool-use.ts'
import { plainLines } from '../lossless/strip-noise.ts'
import { piecesOf, sentencesOf } from './cut-line.ts'
import { type FoundKey, folderAndName, keysOf } from './keys.ts'

/** Who says a line: that decides how it is quoted and how much it weighs. */
export type Voice = 'user' | 'assistant' | 'call' | 'edit' | 'result'

export type Line = {
  readonly text: string
  readonly voice: Voice
  readonly keys: readonly FoundKey[]
  /** The file an edited line went into. */
  readonly subject: string | null
  /** A sentence that decides, forbids, corrects or explains. */
  readonly hasCue: boolean
}

export const readLines = (item: HistoryItem): readonly Line[] =>
  saidIn(item).flatMap((said) => said.texts.map((text) => lineOf(text, said)).filter((line) => line !== null))

/** Texts of one voice, not yet looked into. */
export type Said = {
  readonly texts: readonly string[]
  readonly voice: Voice
  readonly subject?: string
  /** What the texts are pieces of, mostly. */
  readonly source?: string
}

export const saidIn = (item: HistoryItem): readonly Said[] => {
  if (isToolCall(item)) return toolUses(item).flatMap(saidByUse)
  if (isToolOutput(item)) {
    const source = textOfOutput(item)
    return [{ texts: plainLines(source).flatMap(piecesOf), voice: 'result', source }]
  }
  if (item.type !== 'message') return []
  const text = textOfParts(item.content)
  if (isUserWords(item)) return [{ texts: sentencesOf(text), voice: 'user' }]
  // An imported session may begin with the summary of one we do not have.
  return item.role === 'assistant' || item.meta.origin === 'summary'
    ? [{ texts: sentencesOf(text), voice: 'assistant' }]
    : []
}

const CUE =
  /\b(?:must|never|always|don't|do not|instead|should not|shouldn't|decided?|because|root cause|the (?:issue|problem|bug) (?:is|was)|turns out|actually|revert|no longer|next step|remaining|blocked|prefer|make sure|important)\b/i

/** A name with nothing beside it tells nobody what it is. */
const TEXT_CHARS_MIN = 12

/** `null`: lines that name nothing and decide nothing are not worth quoting. */
const lineOf = (text: string, { voice, subject }: Omit<Said, 'texts'>): Line | null => {
  if (isTooShort(text)) return null
  const keys = keysOf(text)
  const isCue = hasCue(text, voice)
  return keys.length > 0 || isCue ? { text, voice, keys, subject: subject ?? null, hasCue: isCue } : null
}

export const isTooShort = (text: string): boolean => text.length < TEXT_CHARS_MIN

export const hasCue = (text: string, voice: Voice): boolean =>
  (voice === 'user' || voice === 'assistant') && CUE.test(text)

const saidByUse = (use: ToolUse): readonly Said[] => [
  {
    texts: [callRecord(use)]
      .filter((text) => text !== '')
      .flatMap(piecesOf)
      .slice(0, 2),
    voice: 'call',
  },
  ...('added' in use
    ? [{ texts: plainLines(use.added).flatMap(piecesOf), voice: 'edit' as const, subject: folderAndName(use.path) }]
    : []),
]

/** One line for what a call did. */
const callRecord = (use: ToolUse): string => {
  switch (use.kind) {
    case 'command':
      return `$ ${use.command.replaceAll(/\s+/g, ' ')}`
    case 'read':
      return `read ${use.path}${use.range === undefined ? '' : ` ${use.range}`}`
    case 'edit':
    case 'create':
    case 'delete':
      return `${use.kind} ${use.path}`
    case 'move':
      return `move ${use.path} → ${use.to}`
    case 'other':
      return use.label.includes(' ') ? use.label : ''
    case 'plan':
    case 'plan_step':
      return ''
  }
}
