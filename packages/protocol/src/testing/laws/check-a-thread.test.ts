// The example of the README, run over a log that keeps the laws and one that breaks two.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { encodeRolloutLine } from '../../rollout-codec.ts'
import { began, call, type Draft, logOf, starts } from './testing/lines.ts'

const EXAMPLE = fileURLToPath(new URL('../../../examples/check-a-thread.ts', import.meta.url))

const checked = (...drafts: readonly Draft[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'rawr-laws-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'rollout.jsonl')
  writeFileSync(
    path,
    logOf(...drafts)
      .map((line) => `${encodeRolloutLine(line)}\n`)
      .join(''),
  )
  const { status, stdout } = spawnSync(process.execPath, ['--conditions=@rawr/source', EXAMPLE, path], {
    encoding: 'utf8',
  })
  return { status, said: stdout.trimEnd().split('\n') }
}

test('the example of the README names each broken law, and ends with 1', () => {
  expect(checked(began)).toEqual({ status: 0, said: ['1 lines, 0 breaches'] })
  expect(checked(began, call('i1', 'a'), starts('k1'))).toEqual({
    status: 1,
    said: ['L1 line 1: call a has no result', 'L8 line 2: compaction k1 begins and never ends', '3 lines, 2 breaches'],
  })
})
