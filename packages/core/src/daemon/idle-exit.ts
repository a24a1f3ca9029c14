/** A daemon that nobody uses ends by itself: no client for the whole time, and nothing that still runs. */
import type { Clock } from '../ports/clock.ts'

export type IdleExit = {
  clientsAre(count: number): void
  stop(): void
}

export type IdleExitOptions = {
  readonly clock: Clock
  readonly afterMs: number
  readonly isBusy: () => boolean
  readonly onIdle: () => void
}

/** While something runs without a client, its end is looked for this often; the wait begins anew after it. */
const BUSY_MS = 30_000

export const watchForIdleness = ({ clock, afterMs, isBusy, onIdle }: IdleExitOptions): IdleExit => {
  let cancel = (): void => {}
  let isStopped = false
  const wait = (ms: number): void => {
    cancel()
    // Sockets still close behind a stop, and a timer begun then would keep the program alive.
    if (isStopped) return
    cancel = clock.after(ms, () => {
      if (!isBusy()) onIdle()
      else whileBusy()
    })
  }
  const whileBusy = (): void => {
    cancel = clock.after(Math.min(BUSY_MS, afterMs), () => {
      if (isBusy()) whileBusy()
      else wait(afterMs)
    })
  }
  wait(afterMs)
  return {
    clientsAre: (count) => {
      if (count > 0) cancel()
      else wait(afterMs)
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}
