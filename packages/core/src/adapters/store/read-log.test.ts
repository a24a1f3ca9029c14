import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, readLog } from './read-log.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rawr-read-')), 'log.jsonl')

const textsOf = async (content: string | Uint8Array) => {
  writeFileSync(path, content)
  const texts: { text: string; isTorn: boolean }[] = []
  for await (const line of linesOf(path)) texts.push(line)
  return texts
}

test('lines are what stands between newlines, and the last one is torn where its newline is missing', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', '🙂', 'é', ' ', '{') })
  await fc.assert(
    fc.asyncProperty(fc.array(line), line, async (whole, torn) => {
      const read = await textsOf(whole.map((text) => `${text}\n`).join('') + torn)
      expect(read.map(({ text }) => text)).toEqual(torn === '' ? whole : [...whole, torn])
      expect(read.map(({ isTorn }) => isTorn)).toEqual([...whole.map(() => false), ...(torn === '' ? [] : [true])])
    }),
    { numRuns: 60 },
  )
})

test('a line longer than what is read at once, with a character across the border, is whole', async () => {
  const text = `${'x'.repeat(256 * 1024 - 1)}🙂${'y'.repeat(600_000)}`
  expect(await textsOf(`${text}\nnext\n`)).toEqual([
    { text, isTorn: false },
    { text: 'next', isTorn: false },
  ])
})

test('an empty file is a log of nothing', async () => {
  writeFileSync(path, '')
  expect(await readLog(path)).toEqual({ lines: [], skipped: [], endsInsideLine: false })
})
