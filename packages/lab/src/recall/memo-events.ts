/** Remembers what was made of a list of events: arms are asked at several budgets about the same past. */
import type { SessionEvent } from '../probes/normal-form.ts'

export const memoEvents = <Made>(
  make: (events: readonly SessionEvent[]) => Made,
): ((events: readonly SessionEvent[]) => Made) => {
  const known = new WeakMap<readonly SessionEvent[], { readonly made: Made }>()
  return (events) => {
    const entry = known.get(events) ?? { made: make(events) }
    known.set(events, entry)
    return entry.made
  }
}
