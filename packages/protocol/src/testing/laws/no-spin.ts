/**
 * L10: automatic compactions are bounded. Each frees a tenth or is futile; after three failures or two futile ones in a row
 * the next one is refused and says the ways on, until the context grew by a tenth of the window or a person compacted; and
 * without growth there is none at all, but for a request that would not fit.
 */
import type { Compacted, RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

export const checkNoSpin = (lines: readonly RolloutLine[]): Breach[] => {
  const guard = new Guard()
  return lines.flatMap((line, index) =>
    guard.take(line).map((message): Breach => ({ law: 'L10', at: `line ${index}`, message })),
  )
}

type Attempt = { readonly id: string; readonly trigger: string; readonly used: number }

const FAILURES_MAX = 3
const FUTILE_MAX = 2

/** What the attempts so far allow. */
class Guard {
  #window: number | null = null
  #attempt: Attempt | null = null
  #failures = 0
  #futile = 0
  /** Usage when the breaker opened. */
  #openedAt: number | null = null
  /** Usage from which growth is counted. */
  #rearmFrom: number | null = null

  /** What is wrong with this line. */
  take(line: RolloutLine): readonly string[] {
    if (line.type === 'compacted') return this.#takeWritten(line.payload)
    if (line.type !== 'event_msg') return []
    const { msg } = line.payload
    if (msg.type === 'session_configured') this.#window = msg.context_window
    if (msg.type === 'compaction_started')
      this.#attempt = { id: msg.compaction_id, trigger: msg.trigger, used: msg.tokens_before }
    // What came back with an undo, or went with a turn, is no growth.
    if (msg.type === 'compaction_undone' || msg.type === 'compaction_redone' || msg.type === 'thread_rolled_back')
      this.#rearmFrom = msg.tokens_after
    // A report that is lower than the estimate before it corrects it: growth counts from there.
    if (msg.type === 'token_count' && this.#rearmFrom !== null)
      this.#rearmFrom = Math.min(this.#rearmFrom, msg.usage.used_tokens)
    const attempt = this.#attempt
    if (msg.type !== 'compact_failed' || attempt === null || attempt.id !== msg.compaction_id) return []
    const { trigger, used } = attempt
    // What was cancelled was not tried to its end.
    if (isAutomatic(trigger) && msg.reason !== 'interrupted') {
      this.#failures += 1
      this.#openIfDue(used)
      this.#rearmFrom = used
    }
    return msg.reason === 'breaker_open' && !/by hand|new thread/i.test(msg.error_message ?? '')
      ? ['the breaker is open, and no way on is named']
      : []
  }

  #takeWritten({ id, trigger, tokens_before: before, tokens_after: after }: Compacted): readonly string[] {
    // A log of another program says nothing of its attempts.
    if (this.#attempt?.id !== id) return []
    const { used } = this.#attempt
    const problems = isAutomatic(trigger) ? this.#problems(trigger, used).map((problem) => `${id} ${problem}`) : []
    this.#rearmFrom = Math.min(before, after)
    if (!isAutomatic(trigger)) this.#openedAt = null
    else if (before - after < before / 10) {
      this.#futile += 1
      this.#openIfDue(Math.min(before, after))
    } else {
      this.#failures = 0
      this.#futile = 0
      this.#openedAt = null
    }
    return problems
  }

  #problems(trigger: string, used: number): readonly string[] {
    const growth = this.#rearmFrom === null ? null : used - this.#rearmFrom
    const isOpen = this.#openedAt !== null && (used - this.#openedAt) * 10 < (this.#window ?? 0)
    return [
      ...(isOpen ? [`(${trigger}) runs at ${used} tokens, and the breaker opened at ${this.#openedAt}`] : []),
      ...(growth !== null && needsGrowth(trigger) && growth < growthMin(this.#window)
        ? [`(${trigger}) runs after ${growth} tokens of growth, at least ${growthMin(this.#window)} must be`]
        : []),
    ]
  }

  #openIfDue(used: number): void {
    if (this.#failures >= FAILURES_MAX || this.#futile >= FUTILE_MAX) this.#openedAt = used
  }
}

/** A person is behind the other. */
const isAutomatic = (trigger: string): boolean => trigger !== 'manual'

/** A request that does not fit must be made to fit. */
const needsGrowth = (trigger: string): boolean => trigger !== 'hard_limit' && trigger !== 'overflow'

const growthMin = (window: number | null): number => (window === null ? 256 : Math.max(Math.floor(window / 50), 64))
