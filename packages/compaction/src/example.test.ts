import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const example = fileURLToPath(new URL('../examples/compact-a-history.ts', import.meta.url))

test('the example of the README runs: fewer items, the rule of the user, every changed file', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@rawr/source', example], { encoding: 'utf8' })
  expect(printed).toMatch(/Compaction complete: ~16k → ~1\.2k tokens; kept \d+; .*archived \d+; .*60 items → \d+/)
  expect(printed).toContain('Never touch src/legacy.')
  expect(printed).toContain('src/parse/parser-0.ts')
})
