import { expect, test } from 'vitest'
import { watchForIdleness } from './idle-exit.ts'

/** Timers that ring when told to. */
const handClock = () => {
  const timers = new Set<() => void>()
  return {
    running: () => timers.size,
    ring: () => {
      const due = [...timers]
      timers.clear()
      for (const callback of due) callback()
    },
    clock: {
      now: () => 0,
      after: (_ms: number, callback: () => void) => {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
  }
}

const watched = (isBusy: () => boolean = () => false) => {
  const hand = handClock()
  let ends = 0
  const idleness = watchForIdleness({
    clock: hand.clock,
    afterMs: 600_000,
    isBusy,
    onIdle: () => {
      ends += 1
    },
  })
  return { ...hand, idleness, ends: () => ends }
}

test('nobody for the whole time ends it, a client in between does not', () => {
  const { ring, idleness, ends } = watched()
  idleness.clientsAre(1)
  ring()
  expect(ends()).toBe(0)
  idleness.clientsAre(0)
  ring()
  expect(ends()).toBe(1)
})

test('what still runs is waited for, and the whole time begins anew behind it', () => {
  let busy = true
  const { ring, ends } = watched(() => busy)
  ring()
  busy = false
  ring()
  expect(ends()).toBe(0)
  ring()
  expect(ends()).toBe(1)
})

test('a client that leaves behind the stop starts no timer', () => {
  const { running, idleness } = watched()
  idleness.clientsAre(1)
  idleness.stop()
  idleness.clientsAre(0)
  expect(running()).toBe(0)
})
