import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedEdit } from './testing/generated-edit.ts'
import { toolBench } from './testing/tool-bench.ts'

const EDITS = 5_000
const BATCH = 50

test('five thousand generated edits come out the same from our patch and from git apply', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const gitFolder = await mkdtemp(join(tmpdir(), 'rawr-git-apply-'))
  const edits = fc.sample(generatedEdit, { numRuns: EDITS, seed: 20_261_128 })
  let equal = 0
  for (let start = 0; start < edits.length; start += BATCH) {
    const batch = edits.slice(start, start + BATCH)
    for (const [index, { before }] of batch.entries()) {
      await bench.put(`file-${index}`, before)
      await writeFile(join(gitFolder, `file-${index}`), before)
    }
    const diff = batch.map(({ before, unified }, index) => {
      const header = `diff --git a/file-${index} b/file-${index}\n--- a/file-${index}\n+++ b/file-${index}\n`
      return Buffer.from(header + unified, before.toString('utf8').includes('\uFFFD') ? 'latin1' : 'utf8')
    })
    const applied = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
      cwd: gitFolder,
      input: Buffer.concat(diff),
      env: { PATH: process.env.PATH ?? '', GIT_CEILING_DIRECTORIES: tmpdir() },
    })
    expect(applied.stderr.toString()).toBe('')
    const sections = batch.map(({ hunks }, index) => `*** Update File: file-${index}\n${hunks}`)
    const ours = await bench.call('apply_patch', { input: `*** Begin Patch\n${sections.join('')}*** End Patch` })
    expect(ours.success, ours.output).toBe(true)
    for (const index of batch.keys()) {
      const byGit = await readFile(join(gitFolder, `file-${index}`))
      if (byGit.equals(await readFile(join(bench.cwd, `file-${index}`)))) equal += 1
    }
  }
  await bench.remove()
  await rm(gitFolder, { recursive: true })
  expect(equal).toBe(EDITS)
})
