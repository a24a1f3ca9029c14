/**
 * Threads that benches recorded, until somebody judges them: the set-up of the tests does, after each one. Where nobody
 * asked to judge, nothing is kept.
 */

type Judge = () => readonly string[]

let waiting: Judge[] | null = null

export const recordThread = (judge: Judge): void => {
  waiting?.push(judge)
}

/** From here on threads are kept for {@link takeBreaches}. */
export const keepThreads = (): void => {
  waiting ??= []
}

/** What the threads recorded since the last call broke, one sentence each. */
export const takeBreaches = (): readonly string[] => (waiting ?? []).splice(0).flatMap((judge) => judge())
