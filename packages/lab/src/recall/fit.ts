/** Texts inside a budget of tokens: whole lines, counted with their newline, each distinct line counted once a run. */
import type { CountTokens } from '../probes/cut.ts'

const counted = new WeakMap<CountTokens, Map<string, number>>()

/** A line and its newline. */
export const lineTokens = (line: string, count: CountTokens): number => {
  const known = counted.get(count) ?? new Map<string, number>()
  counted.set(count, known)
  const tokens = known.get(line)
  if (tokens !== undefined) return tokens
  const made = count(`${line}\n`)
  known.set(line, made)
  return made
}

export type Fitted = { readonly text: string; readonly tokens: number; readonly cut: boolean }

/** The beginning of a text in whole lines, where all of it is too long. Never more than the budget. */
export const fitStart = (text: string, budgetTokens: number, count: CountTokens): Fitted => {
  const tokens = count(text)
  if (tokens <= budgetTokens) return { text, tokens, cut: false }
  const lines = text.split('\n')
  const kept: string[] = []
  let sum = 0
  for (const line of lines) {
    sum += lineTokens(line, count)
    if (sum > budgetTokens) break
    kept.push(line)
  }
  // Counts of lines do not add up exactly to the count of the whole.
  while (kept.length > 0 && count(kept.join('\n')) > budgetTokens) kept.pop()
  const start = kept.length > 0 ? kept.join('\n') : firstChars({ text, budgetTokens, count })
  return { text: start, tokens: count(start), cut: true }
}

type Start = { readonly text: string; readonly budgetTokens: number; readonly count: CountTokens }

/** One line alone is too long: as much of it as fits, ending at a blank where there is one. */
const firstChars = ({ text, budgetTokens, count }: Start): string => {
  let low = 0
  let high = Math.min(text.length, budgetTokens * 8)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (count(text.slice(0, middle)) <= budgetTokens) low = middle
    else high = middle - 1
  }
  const isWhole = text[low] === ' ' || low === text.length
  const blank = isWhole ? low : text.lastIndexOf(' ', low)
  return text.slice(0, blank > 0 ? blank : low)
}

/** The end of a list of lines: as many whole ones as fit. */
export const fitEnd = (lines: readonly string[], budgetTokens: number, count: CountTokens): readonly string[] => {
  let sum = 0
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    sum += lineTokens(lines[at] ?? '', count)
    if (sum > budgetTokens) return lines.slice(at + 1)
  }
  return lines
}
