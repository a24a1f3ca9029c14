import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openTextSharing } from './share-texts.ts'

const KB = 1024
const TEXT_KB = 200

const parsed = (n: number): { output: string; parts: { text: string }[] } =>
  JSON.parse(JSON.stringify({ output: textOf(n), parts: [{ text: textOf(n) }] }))

const textOf = (n: number): string => `${n} `.repeat((TEXT_KB * KB) / `${n} `.length)

const heldKb = (make: () => unknown): number => {
  setFlagsFromString('--expose_gc')
  const gc: () => void = runInNewContext('gc')
  // What other tests left may go in a second collection only.
  const collect = (): void => {
    for (let round = 0; round < 3; round += 1) gc()
  }
  collect()
  const before = process.memoryUsage().heapUsed
  const held = make()
  collect()
  const after = process.memoryUsage().heapUsed
  return held === undefined ? 0 : (after - before) / KB
}

test('a text that is said twice is held once', () => {
  const COUNT = 100
  const apart = heldKb(() => Array.from({ length: COUNT }, (_, n) => parsed(n)))
  const share = openTextSharing()
  const together = heldKb(() =>
    Array.from({ length: COUNT }, (_, n) => {
      const value = parsed(n)
      share(value)
      return value
    }),
  )
  expect(apart).toBeGreaterThan(2 * COUNT * TEXT_KB * 0.8)
  expect(together).toBeLessThan(apart * 0.6)
})

test('whatever is shared reads as before, long or short, equal or nearly so', () => {
  const share = openTextSharing()
  const make = () => [
    { a: 'short', b: ['short', 1, null, true, { c: textOf(1) }] },
    { a: textOf(1), b: `${textOf(1)}!`, c: { d: [textOf(2), textOf(1)] } },
  ]
  const value = make()
  share(value)
  expect(value).toEqual(make())
})
