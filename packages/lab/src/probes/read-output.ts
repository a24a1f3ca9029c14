/** A compacted text as the grader reads it: its lines, which of them name a thing, and which are statements. Read once. */
import { isNamed, type Matching, placeOf } from './found.ts'
import { wordsOf } from './sentences.ts'
import { bareLine, UNIT_CHARS_MAX } from './source-lines.ts'
import { FRAME_USES_MAX, frameOf, isNote } from './statement.ts'

export type ReadOutput = {
  readonly text: string
  readonly lines: readonly string[]
  readonly words: () => readonly string[]
  readonly names: (spellings: readonly string[], matching?: Matching) => boolean
  /** Numbers of the lines that name it as a word, in order. */
  readonly linesNaming: (spellings: readonly string[]) => readonly number[]
  /** The line and its neighbours, those that are short enough to be read as one statement; none for a long line. */
  readonly unitAt: (line: number) => readonly string[]
  /** Quoted from the source, or prose that fills no template. */
  readonly isStatement: (line: string) => boolean
}

/** `source` is all that the compactor saw; without it nothing counts as quoted. */
export const readOutput = (text: string, source = ''): ReadOutput => {
  const lines = text.split('\n')
  const starts = startsOf(lines)
  const found = memoized((slot: string) => {
    const spellings = slot.split(SEPARATOR)
    const numbers = spellings.flatMap((spelling) => linesWith({ text, starts, spelling }))
    return [...new Set(numbers)].sort((a, b) => a - b)
  })
  const frames = lazy(() => frameUses(lines))
  const words = lazy(() => wordsOf(text))
  return {
    text,
    lines,
    words,
    names: (spellings, matching) => isNamed(text, spellings, matching),
    linesNaming: (spellings) => found(spellings.join(SEPARATOR)),
    unitAt: (line) => unitAt(lines, line),
    isStatement: memoized((line: string) => {
      const bare = bareLine(line)
      if (bare.length >= QUOTED_CHARS_MIN && source.includes(bare)) return true
      return isNote(line) && (frames().get(frameOf(line)) ?? 0) <= FRAME_USES_MAX
    }),
  }
}

const SEPARATOR = '\u0000'
/** Shorter lines are in any text. */
const QUOTED_CHARS_MIN = 12

const lazy = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const memoized = <Value>(make: (key: string) => Value): ((key: string) => Value) => {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const made = make(key)
    known.set(key, made)
    return made
  }
}

const startsOf = (lines: readonly string[]): readonly number[] => {
  const starts: number[] = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return starts
}

const frameUses = (lines: readonly string[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>()
  for (const line of lines) {
    const frame = frameOf(line)
    uses.set(frame, (uses.get(frame) ?? 0) + 1)
  }
  return uses
}

type Search = { readonly text: string; readonly starts: readonly number[]; readonly spelling: string }

const linesWith = ({ text, starts, spelling }: Search): readonly number[] => {
  const found: number[] = []
  for (let at = placeOf(text, spelling); at !== -1; at = placeOf(text, spelling, at + 1)) {
    const line = lineAt(starts, at)
    if (found.at(-1) !== line) found.push(line)
  }
  return found
}

const lineAt = (starts: readonly number[], at: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

const unitAt = (lines: readonly string[], line: number): readonly string[] => {
  if ((lines[line] ?? '').length >= UNIT_CHARS_MAX) return []
  return [lines[line - 1], lines[line], lines[line + 1]].filter(
    (text) => text !== undefined && text.length < UNIT_CHARS_MAX,
  ) as readonly string[]
}
