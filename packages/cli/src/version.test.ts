import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildOf, VERSION } from './version.ts'

test('a build changes with its entry file, and only with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rawr-version-'))
  const entry = join(folder, 'main.mjs')
  writeFileSync(entry, "import './chunk-a.mjs'")
  const first = buildOf(entry)
  expect(first).toMatch(new RegExp(`^${VERSION.replaceAll('.', '\\.')}\\+[0-9a-f]{8}$`))
  expect(buildOf(entry)).toBe(first)
  writeFileSync(entry, "import './chunk-b.mjs'")
  expect(buildOf(entry)).not.toBe(first)
  rmSync(folder, { recursive: true })
})
