/**
 * L15: after a successful compaction enough is free below the threshold that would compact again, and what is used above
 * the floor is at most two fifths of what is usable; or `compact_threshold_exceeded` says what holds the room.
 */
import type { RolloutLine } from '../../rollout-item.ts'
import type { Settings } from '../../settings.ts'
import type { ContextUsage } from '../../token-usage.ts'
import type { Breach } from './breach.ts'

type Done = {
  readonly id: string
  readonly line: number
  readonly after: number
  readonly headroom: number | null
  readonly isAsked: boolean
}

export const checkHeadroom = (lines: readonly RolloutLine[]): Breach[] => {
  const breaches: Breach[] = []
  let settings: Settings | null = null
  let done: Done | null = null
  for (const [index, line] of lines.entries()) {
    if (line.type === 'response_item' || line.type === 'undo' || line.type === 'redo' || line.type === 'rollback')
      done = null
    if (line.type === 'compacted') {
      const { id, tokens_after: after, trigger, report } = line.payload
      const isAsked = trigger === 'manual' || trigger === 'agent_request'
      done = { id, line: index, after, headroom: report?.headroom ?? null, isAsked }
    }
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    if (msg.type === 'session_configured') settings = msg.settings
    if (msg.type === 'compact_threshold_exceeded') done = null
    if (msg.type !== 'token_count' || done === null || settings === null) continue
    const problems = problemsOf(done, { usage: msg.usage, settings })
    const { line: at, id } = done
    breaches.push(
      ...problems.map(
        (problem): Breach => ({ law: 'L15', at: `line ${at}`, message: `after compaction ${id} ${problem}` }),
      ),
    )
    done = null
  }
  return breaches
}

type Context = { readonly usage: ContextUsage; readonly settings: Settings }

const problemsOf = ({ after, headroom, isAsked }: Done, { usage, settings }: Context): readonly string[] => {
  const { floor_tokens: floor, effective_tokens: effective, window_tokens: window } = usage
  const tenth = Math.floor(window / 10)
  // Who asks may ask for less than the settings do, never for less than a tenth.
  const least = isAsked ? tenth : Math.max(tenth, settings.compact.min_headroom_tokens ?? 0)
  const free = thresholdOf({ usage, settings }) - after
  return [
    ...(free < least ? [`${free} tokens are free below the threshold, at least ${least} must be`] : []),
    ...(after - floor > effective * 0.4 ? [`${after - floor} tokens above the floor are used of ${effective}`] : []),
    ...(headroom === null || headroom === free
      ? []
      : [`the report says ${headroom} tokens of headroom, it is ${free}`]),
  ]
}

/** Where the settings do not say when it is an emergency. */
const EMERGENCY_PERCENT = 15

/** Used tokens at which it would begin again: emergency with the feature on, else the built-in limit. */
const thresholdOf = ({ usage, settings }: Context): number => {
  const { effective_tokens: effective, window_tokens: window } = usage
  if (settings.features.rawr_auto_compaction) {
    const percent = settings.rawr_auto_compaction.policy.emergency.percent_remaining_lt ?? EMERGENCY_PERCENT
    // The first figure whose percentage, rounded down, is below the tier's.
    for (let used = Math.max(0, Math.floor((effective * (100 - percent)) / 100) - 2); used < effective; used += 1)
      if (Math.floor((100 * (effective - used)) / effective) < percent) return used
    return effective
  }
  const { compact } = settings
  return Math.min(
    window - Math.min(compact.free_space_buffer, Math.floor(window / 10)),
    Math.floor(window * compact.auto_compact_threshold_pct),
    compact.auto_compact_threshold ?? window,
    Math.floor((window * (compact.auto_compact_pct_override ?? 100)) / 100),
  )
}
