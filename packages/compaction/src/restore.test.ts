import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { planCompaction } from './plan.ts'
import type { PlanInput } from './plan-input.ts'
import { filesToRestore } from './restore.ts'
import { call, historyWith, idsFrom, planInput, result, say, user } from './testing/items.ts'

const settings = DEFAULT_SETTINGS.compact

const reading = (path: string, n: number) => [
  call(`r${n}`, 'read', { path }),
  result(`r${n}`, `line of ${path}\n`.repeat(20)),
]

const readAll = (paths: readonly string[]) =>
  historyWith([
    user('Read them.'),
    ...paths.flatMap(reading),
    ...Array.from({ length: 40 }, () => say('Word '.repeat(60))),
  ])

const NAMES = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts']

describe('files to restore', () => {
  it('are those read last, newest first', () => {
    expect(filesToRestore(readAll(NAMES), { settings, shownTexts: [] })).toEqual([...NAMES].reverse())
  })

  it.each([
    '.rawr/session.json',
    '.scratch/agent-1.scratch.md',
    '.claude/plans/one.md',
    'x/y.agent.toml',
    '.env',
    'deploy/.env.production',
    'keys/server.pem',
    '/home/ada/.ssh/id_ed25519',
  ])('are not %s', (path) => {
    expect(filesToRestore(readAll(['a.ts', path]), { settings, shownTexts: [] })).toEqual(['a.ts'])
  })

  it('are none that the instructions bring anyway', () => {
    const shownTexts = ['<instructions path="AGENTS.md">…']
    expect(filesToRestore(readAll(['AGENTS.md', 'a.ts']), { settings, shownTexts })).toEqual(['a.ts'])
  })
})

describe('restored files in a plan', () => {
  const planned = (more: Partial<PlanInput>) => {
    const input = planInput(readAll(NAMES), 30_000, { itemIds: idsFrom('v'), ...more })
    const plan = planCompaction(input)
    if (!plan.ok) throw new Error(plan.error.message)
    const { view } = plan.value.entry
    const items = view.entries.flatMap((entry) => (entry.kind === 'insert' ? [entry.item] : []))
    return { ...plan.value, files: items.filter(({ meta }) => meta.origin === 'restored') }
  }
  const texts = (length: number) => NAMES.toReversed().map((path) => ({ path, text: `${path} now\n`.repeat(length) }))

  it('are as many as the settings say, newest first, each fenced with its path, and counted', () => {
    const { files, report } = planned({ restored: texts(3) })
    expect(files.map((item) => 'text' in item && item.text)).toEqual(
      ['g.ts', 'f.ts', 'e.ts', 'd.ts', 'c.ts'].map(
        (path) => `<restored_file path="${path}">\n${`${path} now\n`.repeat(3)}\n</restored_file>`,
      ),
    )
    expect(report.restored).toBe(5)
  })

  it('are cut to what one may have', () => {
    const { files } = planned({ restored: texts(4_000), settings: { ...settings, restore_tokens_per_file: 200 } })
    expect(files).toHaveLength(5)
    for (const item of files) expect('text' in item ? item.text.length : 0).toBeLessThan(1_200)
  })

  it('are passed over where they do not fit, and the next smaller one is taken', () => {
    const [large, ...rest] = texts(3)
    const restored = [{ path: large?.path ?? '', text: 'x y z\n'.repeat(1_000) }, ...rest]
    const { files } = planned({ restored, settings: { ...settings, restore_total_file_budget: 200 } })
    expect(files.map((item) => 'path' in item && item.path)).not.toContain('g.ts')
    expect(files.length).toBeGreaterThan(0)
  })

  it('stay inside a budget that was given', () => {
    const { report } = planned({ restored: texts(400), options: { budget: 2_000 } })
    const without = planned({ options: { budget: 2_000 } }).report
    expect(report.tokens_after).toBeLessThanOrEqual(without.tokens_after + 400)
  })

  it('are none where none were read, and the report says nothing of them', () => {
    expect(planned({}).report).not.toHaveProperty('restored')
    expect(planned({ restored: texts(3), settings: { ...settings, restore_max_files: 0 } }).files).toEqual([])
  })
})
