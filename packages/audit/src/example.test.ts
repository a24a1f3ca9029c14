import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const example = fileURLToPath(new URL('../examples/why.ts', import.meta.url))

test('the example of the README runs, and explains what it wrote', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@rawr/source', example], { encoding: 'utf8' })
  expect(printed.trimEnd().split('\n')).toEqual([
    'The watcher asked at the end of a turn.',
    'Compacting at 40 % left (asap): after commit.',
    'Pressure: 31k of 53k usable tokens, 40 % left, which is below the 65 % of asap.',
    'Boundaries: commit seen; any of commit, pr_checkpoint, plan_checkpoint, plan_update, topic_shift, agent_done, concluding_thought is required.',
    'Re-arm: nothing was tried before.',
    'Outcome: the history was compacted.',
    'replays: true',
  ])
})
