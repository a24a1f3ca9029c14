// The paths of automatic compaction as they are lived, each with its requests as a golden file: who speaks, and in which order.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PATHS, type Path, playPath } from '../testing/paths.ts'

const golden = fileURLToPath(new URL('../../golden/paths/', import.meta.url))

const expectGolden = ({ name }: Path, told: string): void => {
  const file = `${golden}${name}.txt`
  if (process.env.UPDATE === '1' && process.env.CI === undefined) {
    mkdirSync(golden, { recursive: true })
    writeFileSync(file, told)
  }
  expect(told).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '')
}

const SLOW = { timeout: 30_000 }

test.each(PATHS)('$name: what the model reads, in order', SLOW, async (path) => {
  const played = await playPath(path)
  expectGolden(path, played.told)
  expect(played.breaches).toEqual([])
  expect(played.compactions).toEqual(path.triggers)
})

test.each(PATHS)('$name: a second client sees the same and changes nothing', SLOW, async (path) => {
  const played = await playPath(path, { second: true })
  expectGolden(path, played.told)
  expect(played.breaches).toEqual([])
  expect(played.compactions).toEqual(path.triggers)
  expect(played.seenBySecond).toEqual(played.seenByFirst)
})
