/** A figure of tokens as a person reads it. */
import type { Tokens } from '@rawr/protocol'

/** Whole thousands from 10,000 on, one decimal from 1,000 on, and below the figure itself. */
export const roundTokens = (tokens: Tokens): string => {
  if (tokens >= 10_000) return `${Math.round(tokens / 1_000)}k`
  if (tokens >= 1_000) return `${Math.round(tokens / 100) / 10}k`
  return String(Math.round(tokens))
}
