/** Measures the context of a session: the figures that limits, compaction and clients all read (L11). */
import {
  estimateItem,
  estimateText,
  type History,
  type TokenRates,
  visibleItems,
  visibleTokens,
} from '@rawr/compaction'
import type { Settings } from '@rawr/protocol'
import { type Gauge, WINDOW_TOKENS_DEFAULT } from '../engine/limits.ts'
import type { ToolSpec } from '../ports/model-client.ts'
import type { ThreadRecord } from './record.ts'

export const ratesOf = ({ compact }: Settings): TokenRates => ({
  tokensPerImage: compact.tokens_per_image,
  bytesPerToken: compact.approx_bytes_per_token,
})

export const windowOf = ({ model }: Settings): number => model.context_window ?? WINDOW_TOKENS_DEFAULT

export type GaugeSource = {
  readonly record: ThreadRecord
  readonly settings: Settings
  readonly instructions: string
  readonly specs: readonly ToolSpec[]
}

export const openGauge = ({ record, settings, instructions, specs }: GaugeSource): (() => Gauge) => {
  const rates = ratesOf(settings)
  const staticTokens = estimateText(instructions, 'prose', rates) + estimateText(JSON.stringify(specs), 'call', rates)
  // A walk over all that is seen, so only when it may have changed.
  let counted: { readonly version: number; readonly fixedTokens: number } | null = null
  return () => {
    const history = record.history()
    const version = record.fixedVersion()
    if (counted?.version !== version) counted = { version, fixedTokens: fixedTokensOf(history, rates) }
    return {
      windowTokens: windowOf(settings),
      maxOutputTokens: settings.model.max_output_tokens,
      staticTokens,
      fixedTokens: counted.fixedTokens,
      visibleTokens: visibleTokens(history),
      ledger: record.ledger(),
    }
  }
}

/** What no compaction frees: initial context and pins. */
const fixedTokensOf = (history: History, rates: TokenRates): number =>
  visibleItems(history)
    .filter(({ meta }) => meta.origin === 'context' || meta.origin === 'pin')
    .reduce((sum, item) => sum + estimateItem(item, rates), 0)
