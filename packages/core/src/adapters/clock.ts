/** The machine's clock as a port. Waits longer than a timer can hold are split, so that a far deadline never fires at once. */
import type { Clock } from '../ports/clock.ts'

/** Above this `setTimeout` wraps around and fires immediately. */
const TIMER_MS_MAX = 2 ** 31 - 1

export const systemClock = (): Clock => ({
  now: () => Date.now(),
  after: (ms, callback) => {
    let timer: ReturnType<typeof setTimeout>
    const arm = (rest: number): void => {
      const span = Math.min(Math.max(rest, 0), TIMER_MS_MAX)
      timer = setTimeout(() => (rest > span ? arm(rest - span) : callback()), span)
    }
    arm(ms)
    return () => clearTimeout(timer)
  },
})
