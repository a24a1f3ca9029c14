/** Tells when nothing was heard for too long. Looks only now and then: a stream must not set a timer for each of its frames. */

export type Silence = {
  /** From now on something is to be heard at least this often; noticed after at most twice as long. */
  expect(withinMs: number): void
  heard(): void
  stop(): void
}

type SetTimer = (ms: number, callback: () => void) => () => void

export const watchSilence = (setTimer: SetTimer, onSilence: () => void): Silence => {
  let wasHeard = false
  let cancel = (): void => {}
  const look = (withinMs: number): void => {
    cancel = setTimer(withinMs, () => {
      if (!wasHeard) return onSilence()
      wasHeard = false
      look(withinMs)
    })
  }
  return {
    expect: (withinMs) => {
      cancel()
      wasHeard = false
      look(withinMs)
    },
    heard: () => {
      wasHeard = true
    },
    stop: () => {
      cancel()
      cancel = () => {}
    },
  }
}
