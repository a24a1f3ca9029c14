/** Time of the world: it stands until somebody moves it. The wall clock may jump; timers never notice. */

export type WorldTimer = { readonly at: number; readonly owner: string; readonly callback: () => void }

export type WorldClock = {
  /** What the wall says. */
  now(): number
  after(timer: { readonly ms: number; readonly owner: string; readonly callback: () => void }): () => void
  /** Milliseconds to the next timer; `null` where none waits. */
  nextIn(): number | null
  /** Moves on; what is due is called back in order. */
  advance(ms: number): void
  jump(ms: number): void
  /** Somebody is dead: their timers end, and they set no new ones. */
  forget(owner: string): void
}

const BEGINNING = 1_760_000_000_000

export const openWorldClock = (): WorldClock => {
  let passed = 0
  let offset = 0
  let timers: WorldTimer[] = []
  const dead = new Set<string>()
  const next = (): WorldTimer | undefined =>
    timers.reduce<WorldTimer | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    )
  return {
    now: () => BEGINNING + passed + offset,
    after: ({ ms, owner, callback }) => {
      const timer = { at: passed + Math.max(0, ms), owner, callback }
      if (!dead.has(owner)) timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    nextIn: () => {
      const timer = next()
      return timer === undefined ? null : Math.max(0, timer.at - passed)
    },
    advance: (ms) => {
      const until = passed + ms
      for (let due = next(); due !== undefined && due.at <= until; due = next()) {
        const fired = due
        timers = timers.filter((other) => other !== fired)
        passed = Math.max(passed, fired.at)
        fired.callback()
      }
      passed = until
    },
    jump: (ms) => {
      offset += ms
    },
    forget: (owner) => {
      dead.add(owner)
      timers = timers.filter((timer) => timer.owner !== owner)
    },
  }
}
