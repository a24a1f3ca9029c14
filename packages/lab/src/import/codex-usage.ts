/** What Codex tells of the context: its size at each request, and the window. */
import { type Fields, fieldsAt, numberAt } from './fields.ts'
import type { ItemLog } from './item-log.ts'

export type CodexUsage = {
  /** The `info` of a `token_count`, or a `usage` in its place. */
  readonly take: (info: Fields) => void
  readonly takeWindow: (fields: Fields) => void
  readonly contextWindow: () => number | undefined
  /** At the newest request. */
  readonly contextTokens: () => number | undefined
}

export const createCodexUsage = (log: ItemLog): CodexUsage => {
  let contextWindow: number | undefined
  let contextTokens: number | undefined
  let lastTotal: string | undefined
  const takeWindow = (fields: Fields): void => {
    contextWindow = numberAt(fields, 'model_context_window') || contextWindow
  }
  return {
    take: (info) => {
      takeWindow(info)
      const last = fieldsAt(info, 'last_token_usage')
      const input = numberAt(last, 'input_tokens') ?? 0
      // Right after a compaction all is zero but `total_tokens`, the program's estimate of the new context.
      const estimate = input === 0 ? (numberAt(last, 'total_tokens') ?? 0) : 0
      if (estimate > 0) log.reportContext(estimate, 'divisors')
      // The same figures are written again when only the rate limits changed.
      const total = JSON.stringify(info.total_token_usage ?? null)
      if (input === 0 || total === lastTotal) return
      lastTotal = total
      contextTokens = input + (numberAt(last, 'output_tokens') ?? 0)
      log.reportAnswer(contextTokens)
    },
    takeWindow,
    contextWindow: () => contextWindow,
    contextTokens: () => contextTokens,
  }
}
