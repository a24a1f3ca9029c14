/** A tokenizer that counts each short text once: arms ask for the same lines at every budget. */
import type { CountTokens } from '../probes/cut.ts'

const CHARS_MAX = 4_000
const TEXTS_MAX = 400_000

export const countOnce = (count: CountTokens): CountTokens => {
  const known = new Map<string, number>()
  return (text) => {
    if (text.length > CHARS_MAX) return count(text)
    const found = known.get(text)
    if (found !== undefined) return found
    const tokens = count(text)
    if (known.size >= TEXTS_MAX) known.clear()
    known.set(text, tokens)
    return tokens
  }
}
