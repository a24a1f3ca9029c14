/**
 * A bound on how much text of tool results an import holds. Sessions of hundreds of megabytes went through many windows:
 * what the model sees at the end is the newest of them. Beyond the bound the oldest large results are kept as head and
 * tail, and say where the whole is.
 */
import type { ItemDraft } from './item-draft.ts'
import { isOutputDraft } from './item-draft.ts'

export type TextLimit = {
  /** Counts `chars` held, and calls `shorten` when, later, it is their turn to go. */
  readonly hold: (chars: number, shorten: () => void) => void
  readonly shortened: () => number
}

/** Several times the largest window there is: 8 million characters are about two million tokens. */
const HELD_CHARS_MAX = 8 * 1024 * 1024
/** A result up to this size is never shortened. */
const SMALL_CHARS = 2_048
const HEAD_CHARS = 1_200
const TAIL_CHARS = 600
/** About what is left of a shortened text. */
export const SHORTENED_CHARS = HEAD_CHARS + TAIL_CHARS

export const createTextLimit = (heldCharsMax = HELD_CHARS_MAX): TextLimit => {
  const holders: { readonly chars: number; readonly shorten: () => void }[] = []
  let first = 0
  let held = 0
  return {
    hold: (chars, shorten) => {
      held += chars
      holders.push({ chars, shorten })
      for (let oldest = holders[first]; held > heldCharsMax && oldest !== undefined; oldest = holders[first]) {
        oldest.shorten()
        held -= oldest.chars
        first += 1
      }
    },
    shortened: () => first,
  }
}

/** About how much text an item holds. */
export const charsOfDraft = (draft: ItemDraft): number => {
  if (isOutputDraft(draft)) return typeof draft.output === 'string' ? draft.output.length : partChars(draft.output)
  if (draft.type === 'message') return partChars(draft.content)
  if (draft.type === 'reasoning')
    return partChars([...draft.summary, ...(draft.content ?? [])]) + (draft.encrypted_content?.length ?? 0)
  if (draft.type === 'function_call') return draft.arguments.length
  if (draft.type === 'custom_tool_call') return draft.input.length
  return draft.type === 'attachment' ? draft.text.length : 0
}

const partChars = (parts: readonly object[]): number =>
  parts.reduce((sum, part) => sum + (hasText(part) ? part.text.length : 0), 0)

/** Characters of a result that may be shortened; 0 for every other item and for a small one. */
export const charsToShorten = (draft: ItemDraft): number => {
  const chars = isOutputDraft(draft) ? charsOfDraft(draft) : 0
  return chars > SMALL_CHARS ? chars : 0
}

type WithOutput = { readonly output: string | readonly unknown[] }

/** The same result with each large text cut to head and tail. */
export const shortenedOutput = <Result extends WithOutput>(result: Result, line: number): Result => ({
  ...result,
  output:
    typeof result.output === 'string'
      ? shortenedText(result.output, line)
      : result.output.map((part) => (hasText(part) ? { ...part, text: shortenedText(part.text, line) } : part)),
})

const hasText = (part: unknown): part is { readonly text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

const shortenedText = (text: string, line: number): string => {
  if (text.length <= SMALL_CHARS) return text
  const left = text.length - HEAD_CHARS - TAIL_CHARS
  return copied(
    `${text.slice(0, HEAD_CHARS)}\n[${left} characters more on line ${line} of the file]\n${text.slice(-TAIL_CHARS)}`,
  )
}

/** A string made of pieces keeps the whole it was cut from alive; one that went through bytes does not. Halves of characters become whole ones. */
const copied = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
