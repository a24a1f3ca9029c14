import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

const clock = systemClock()

test('a wait calls back once, not before its time', async () => {
  const start = clock.now()
  await new Promise<void>((resolve) => clock.after(15, resolve))
  expect(clock.now() - start).toBeGreaterThanOrEqual(14)
})

test('a cancelled wait never calls back, and neither does one longer than a timer can hold', async () => {
  const calls: string[] = []
  const cancelSoon = clock.after(1, () => calls.push('cancelled'))
  const cancelFar = clock.after(2 ** 40, () => calls.push('far'))
  cancelSoon()
  await new Promise<void>((resolve) => clock.after(10, resolve))
  cancelFar()
  expect(calls).toEqual([])
})
