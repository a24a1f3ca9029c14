import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileFinder } from './find-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'rawr-find-'))
beforeAll(() => {
  for (const path of ['src/parser.ts', 'src/parser.test.ts', 'docs/par[1].md', 'src/日本.ts', 'lib/a+b.ts']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['parser', ['src/parser.ts', 'src/parser.test.ts']],
  ['prsr', ['src/parser.ts', 'src/parser.test.ts']],
  ['PAR[', ['docs/par[1].md']],
  ['日', ['src/日本.ts']],
  ['a+', ['lib/a+b.ts']],
  ['(', []],
])('%s finds the best match first, whatever its letters are', async (query, found) => {
  expect(await fileFinder(folder)(query)).toEqual(found)
})
