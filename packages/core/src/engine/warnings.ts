/** What a person should know of the context before it becomes trouble. Each is told when it begins to hold, and once. */
import { gaugeState, isFloorTooLarge, outputReserve } from '@rawr/policy'
import type { CompactSettings, TokenUsage } from '@rawr/protocol'
import { type Gauge, usageOf } from './limits.ts'
import { ESSENTIAL_TOOLS, isSmallWindow } from './small-window.ts'

export type ContextWarning = {
  readonly key: 'floor' | 'tools' | 'output' | 'warning' | 'error' | 'truncated'
  readonly message: string
}

export type WarningQuestion = {
  readonly gauge: Gauge
  readonly compact: CompactSettings
  /** With the watcher on, its tiers speak; the built-in states are for those who switched it or all of them off. */
  readonly featureOn: boolean
  /** What the server reported and was not believed, with our estimate of the same request. */
  readonly disbelieved: { readonly usage: TokenUsage; readonly estimatedInput: number } | null
}

export const contextWarnings = (question: WarningQuestion): readonly ContextWarning[] => [
  ...floorWarning(question),
  ...toolsWarning(question),
  ...outputWarning(question),
  ...(someoneActs(question) ? [] : gaugeWarning(question)),
  ...truncationWarning(question),
]

const floorWarning = ({ gauge }: WarningQuestion): readonly ContextWarning[] => {
  const usage = usageOf(gauge)
  if (!isFloorTooLarge(usage)) return []
  const parts = [
    { what: 'system prompt and tool schemas', tokens: gauge.staticTokens },
    { what: 'project instructions, environment and pins', tokens: gauge.fixedTokens },
  ].sort((a, b) => b.tokens - a.tokens)
  const named = parts.map(({ what, tokens }) => `${what} ~${tokens}`).join(', ')
  const message = `What no compaction frees takes ${usage.floor_tokens} of ${usage.effective_tokens} usable tokens (${named}), so automatic compaction is off.`
  return [{ key: 'floor', message }]
}

const toolsWarning = ({ gauge: { windowTokens } }: WarningQuestion): readonly ContextWarning[] => {
  if (!isSmallWindow(windowTokens)) return []
  const message = `A window of ${windowTokens} tokens is small: of the tools the model is offered ${ESSENTIAL_TOOLS.join(', ')}, and no others.`
  return [{ key: 'tools', message }]
}

const someoneActs = ({ featureOn, compact }: WarningQuestion): boolean =>
  featureOn && compact.enabled && compact.auto_compact_enabled

/** An answer that may fill more than this share of the window leaves no room for what it answers. */
const OUTPUT_SHARE_ODD = 0.5

const outputWarning = ({ gauge }: WarningQuestion): readonly ContextWarning[] => {
  const { windowTokens, maxOutputTokens = 0 } = gauge
  if (maxOutputTokens <= windowTokens * OUTPUT_SHARE_ODD) return []
  const message = `model.max_output_tokens is ${maxOutputTokens} in a window of ${windowTokens}: only ${outputReserve(gauge)} tokens are kept free for an answer. Lower it, or correct model.context_window.`
  return [{ key: 'output', message }]
}

const gaugeWarning = ({ gauge, compact }: WarningQuestion): readonly ContextWarning[] => {
  const { windowTokens } = gauge
  const { used_tokens } = usageOf(gauge)
  const state = gaugeState({ settings: compact, windowTokens }, used_tokens)
  if (state === 'calm') return []
  const message = `The context holds ${used_tokens} of ${windowTokens} tokens.`
  const reached = state === 'error' ? ' The built-in limit is reached.' : ''
  return [{ key: state, message: `${message}${reached}${whoIsOff(compact)}` }]
}

const whoIsOff = ({ enabled, auto_compact_enabled }: CompactSettings): string => {
  if (!enabled) return ' Compaction is off (compact.enabled).'
  return auto_compact_enabled ? '' : ' Automatic compaction is off (compact.auto_compact_enabled).'
}

const truncationWarning = ({ disbelieved }: WarningQuestion): readonly ContextWarning[] => {
  if (disbelieved === null || disbelieved.usage.input_tokens === 0) return []
  const { usage, estimatedInput } = disbelieved
  const counted = `The server counted ${usage.input_tokens} tokens of about ${estimatedInput} that were sent.`
  const advice =
    usage.input_tokens > estimatedInput
      ? 'That is the figure from before the compaction, so the estimate serves.'
      : 'If it cuts requests silently, set model.context_window to what it holds.'
  return [{ key: 'truncated', message: `${counted} ${advice}` }]
}
