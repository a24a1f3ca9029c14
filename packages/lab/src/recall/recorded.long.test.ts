// The recorded sessions, where they lie beside the repository: the same scores as committed, item for item, and the claims
// of docs/recall.md about the instrument itself. The proof on invented sessions is run-recall.test.ts.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Row } from './examine.ts'
import { figure, rowsOf } from './summarise.ts'

const root = join(import.meta.dirname, '../../../..')
const corpus = process.env.RAWR_CORPUS ?? join(root, '../shared/corpus')
const sessions = join(corpus, 'recall')
const out = join(root, '.cache/recall-test')
const CLAIMED_LEAD = 0.05

if (!existsSync(sessions))
  test('no recorded sessions to examine', () => console.log(`no ${sessions}: the golden scores were not compared`))
else
  test('scores at recorded compactions are as committed, cheats state nothing, decoys are not found', () => {
    const args = ['--conditions=@rawr/source', 'bench/run.mjs', 'recall', '--track', 'R', '--check']
    const run = spawnSync(process.execPath, [...args, '--data', sessions, '--out', out], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(run.stderr).toContain('0 scores differ')
    const rows = readFileSync(join(out, 'rows.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line): Row => JSON.parse(line))
    const mean = (arm: string, metric: string): number => figure(rowsOf(rows, arm), metric)?.mean ?? Number.NaN
    const recorded = mean('recorded summary', 'salient.statement')
    for (const cheat of ['bag of entities', 'key-partner pairs', 'pairs dressed as sentences', 'random lines'])
      expect(recorded - mean(cheat, 'salient.statement'), cheat).toBeGreaterThan(CLAIMED_LEAD)
    for (const arm of new Set(rows.map((row) => row.arm))) expect(mean(arm, 'decoys'), arm).toBeLessThan(0.01)
    expect(mean('bag of entities', 'future.relation')).toBe(0)
    expect(mean('whole past', 'future.pair')).toBeGreaterThan(0.95)
  })
