import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnDiff, withEdits } from './turn-diff.ts'

const path = '/quay/src/tide.ts'

test('several patches of one file are one change from what it was first; one that is undone is none', () => {
  const first = withEdits(new Map(), [{ path, before: 'low\n', after: 'mid\n' }])
  const second = withEdits(first, [{ path, before: 'mid\n', after: 'high\n' }])
  expect(turnDiff(second, '/quay')).toBe('--- a/src/tide.ts\n+++ b/src/tide.ts\n@@ -1 +1 @@\n-low\n+high\n')
  expect(turnDiff(withEdits(second, [{ path, before: 'high\n', after: 'low\n' }]), '/quay')).toBe('')
})

test('a new file, one that went, and a missing last line end are told as git tells them', () => {
  const edits = withEdits(new Map(), [
    { path: '/quay/new', before: null, after: 'one' },
    { path: '/quay/old', before: 'two\n', after: null },
  ])
  expect(turnDiff(edits, '/quay')).toBe(
    '--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-two\n',
  )
})

test('a file that is too large stands in it by name', () => {
  const edits = withEdits(new Map(), [{ path, before: '', after: 'x\n'.repeat(60_000) }])
  expect(turnDiff(edits, '/quay')).toBe('Files a/src/tide.ts and b/src/tide.ts differ\n')
})

test('git applies it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rawr-diff-'))
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { minLength: 1, maxLength: 30 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after)
      writeFileSync(join(folder, 'f'), before)
      const diff = turnDiff(withEdits(new Map(), [{ path: join(folder, 'f'), before, after }]), folder)
      execFileSync('git', ['apply', '-'], { cwd: folder, input: diff, stdio: ['pipe', 'pipe', 'pipe'] })
      expect(readFileSync(join(folder, 'f'), 'utf8')).toBe(after)
    }),
    { numRuns: 30 },
  )
})
