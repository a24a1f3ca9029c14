import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GeneratedEdit, generatedEdit } from './testing/generated-edit.ts'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

const EDITS = 5_000
const BATCH = 50

/** Of all edits, by either tool: what it took, and where both gave the bytes that the edit itself says. */
type Shares = { ours: number; git: number; equal: number }

type Place = { readonly bench: ToolBench; readonly gitFolder: string }

const nameOf = (index: number): string => `file-${index}`

const applyByGit = (folder: string, batch: readonly GeneratedEdit[]): boolean => {
  const diff = batch.map(({ before, unified }, index) => {
    const name = nameOf(index)
    const header = `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n`
    return Buffer.from(header + unified, before.toString('utf8').includes('\uFFFD') ? 'latin1' : 'utf8')
  })
  const { status } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: Buffer.concat(diff),
    env: { PATH: process.env.PATH ?? '', GIT_CEILING_DIRECTORIES: tmpdir() },
  })
  return status === 0
}

const applyByUs = async ({ bench }: Place, batch: readonly GeneratedEdit[]): Promise<boolean> => {
  const sections = batch.map(({ hunks }, index) => `*** Update File: ${nameOf(index)}\n${hunks}`)
  const input = `*** Begin Patch\n${sections.join('')}*** End Patch`
  return (await bench.call('apply_patch', { input })).success
}

/** A patch is taken whole or not at all: of a batch that one of the tools refuses, each edit is asked by itself. */
const weigh = async (place: Place, batch: readonly GeneratedEdit[], shares: Shares): Promise<void> => {
  const { bench, gitFolder } = place
  for (const [index, { before }] of batch.entries()) {
    await bench.put(nameOf(index), before)
    await writeFile(join(gitFolder, nameOf(index)), before)
  }
  const [ours, git] = [await applyByUs(place, batch), applyByGit(gitFolder, batch)]
  if (!(ours && git) && batch.length > 1) {
    for (const edit of batch) await weigh(place, [edit], shares)
    return
  }
  if (ours) shares.ours += batch.length
  if (git) shares.git += batch.length
  if (!(ours && git)) return
  for (const [index, { after }] of batch.entries()) {
    const byUs = await readFile(join(bench.cwd, nameOf(index)))
    const byGit = await readFile(join(gitFolder, nameOf(index)))
    if (byUs.equals(after) && byGit.equals(after)) shares.equal += 1
  }
}

test('five thousand generated edits are taken by our patch and by git apply, with equal result', async ({
  annotate,
}) => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const gitFolder = await mkdtemp(join(tmpdir(), 'rawr-git-apply-'))
  const edits = fc.sample(generatedEdit, { numRuns: EDITS, seed: 20_261_128 })
  const shares: Shares = { ours: 0, git: 0, equal: 0 }
  for (let start = 0; start < edits.length; start += BATCH)
    await weigh({ bench, gitFolder }, edits.slice(start, start + BATCH), shares)
  await bench.remove()
  await rm(gitFolder, { recursive: true })
  const percent = (count: number): string => `${((100 * count) / EDITS).toFixed(2)} %`
  const said = `${EDITS} edits: ${percent(shares.ours)} accepted by us, ${percent(shares.git)} by git apply, ${percent(shares.equal)} by both with equal result`
  process.stdout.write(`${said}\n`)
  await annotate(said)
  // Nine in ten are asked for; each of these edits is one that both grammars can say, so fewer than all is a fault.
  expect(shares, said).toEqual({ ours: EDITS, git: EDITS, equal: EDITS })
})
