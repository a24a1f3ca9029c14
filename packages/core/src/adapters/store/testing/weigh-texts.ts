// Prints the memory that texts take which are said twice, apart and shared, KB as JSON. A program of its own: in a worker that other
// tests have used, what they leave behind is collected while this measures. Needs --expose-gc.
import { openTextSharing } from '../share-texts.ts'

const COUNT = 100
const TEXT_BYTES = 200 * 1024

const textOf = (n: number): string => `${n} `.repeat(TEXT_BYTES / `${n} `.length)
const parsed = (n: number): object => JSON.parse(JSON.stringify({ output: textOf(n), parts: [{ text: textOf(n) }] }))

const heldKb = (share: (value: object) => void): number => {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const held = Array.from({ length: COUNT }, (_, n) => {
    const value = parsed(n)
    share(value)
    return value
  })
  globalThis.gc?.()
  return held.length === COUNT ? (process.memoryUsage().heapUsed - before) / 1024 : 0
}

const saidKb = (2 * COUNT * TEXT_BYTES) / 1024
process.stdout.write(JSON.stringify({ saidKb, apart: heldKb(() => {}), together: heldKb(openTextSharing()) }))
