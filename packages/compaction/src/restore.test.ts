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
    expect(filesToRestore(readAll(NAMES), { settings, isShown: () => false })).toEqual([...NAMES].reverse())
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
    expect(filesToRestore(readAll(['a.ts', path]), { settings, isShown: () => false })).toEqual(['a.ts'])
  })

  it('are none that the instructions bring anyway', () => {
    const isShown = (path: string): boolean => path === 'AGENTS.md'
    expect(filesToRestore(readAll(['AGENTS.md', 'a.ts']), { settings, isShown })).toEqual(['a.ts'])
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

describe('the plan behind a full summary', () => {
  const STEPS = [
    { step: 'Read the quay', status: 'completed' },
    { step: 'Moor berth 9', status: 'in_progress' },
    { step: 'Count the ropes', status: 'pending' },
  ]
  const planned = (steps: readonly object[], more: Partial<PlanInput> = {}) => {
    const history = historyWith([
      user('Moor it.'),
      call('p', 'update_plan', { plan: steps }),
      result('p', 'Plan updated.'),
      ...Array.from({ length: 40 }, () => say('Word '.repeat(60))),
    ])
    return attachments(planInput(history, 30_000, { itemIds: idsFrom('v'), restored: [], ...more }))
  }
  const attachments = (input: PlanInput) => {
    const plan = planCompaction(input)
    if (!plan.ok) throw new Error(plan.error.message)
    const inserted = plan.value.entry.view.entries.flatMap((entry) => (entry.kind === 'insert' ? [entry.item] : []))
    return inserted.flatMap((item) => (item.type === 'attachment' ? [{ kind: item.kind, text: item.text }] : []))
  }
  const todo = { kind: 'todo', text: '<plan>\n[>] Moor berth 9\n[ ] Count the ropes\n</plan>' }
  const whole = { kind: 'plan', text: '<plan>\n[x] Read the quay\n[>] Moor berth 9\n[ ] Count the ropes\n</plan>' }

  it('is what is still to do, and the whole of it behind', () => {
    expect(planned(STEPS)).toEqual([todo, whole])
  })

  it('stands behind the files', () => {
    const kinds = planned(STEPS, { restored: [{ path: 'a.ts', text: 'a' }] }).map(({ kind }) => kind)
    expect(kinds).toEqual(['file', 'todo', 'plan'])
  })

  it.each([
    [{ restore_todos: false }, [whole]],
    [{ restore_plan: false }, [todo]],
    [{ restore_todos: false, restore_plan: false }, []],
  ])('is left out by %j', (change, wanted) => {
    expect(planned(STEPS, { settings: { ...settings, ...change } })).toEqual(wanted)
  })

  it('is said once where nothing of it is done, and only as a plan where all is', () => {
    expect(planned(STEPS.slice(1))).toEqual([todo])
    expect(planned(STEPS.slice(0, 1))).toEqual([{ kind: 'plan', text: '<plan>\n[x] Read the quay\n</plan>' }])
    expect(planned([])).toEqual([])
  })

  it('is not shown where the tail shows it, nor by a strategy that restores nothing', () => {
    const words = Array.from({ length: 40 }, () => say('Word '.repeat(60)))
    const update = [call('p', 'update_plan', { plan: STEPS }), result('p', 'Plan updated.')]
    const open = { itemIds: idsFrom('v'), midTurn: true }
    const early = historyWith([user('Moor it.'), ...update, ...words])
    const late = historyWith([user('Moor it.'), ...words, ...update])
    expect(attachments(planInput(early, 30_000, { ...open, restored: [] }))).toHaveLength(2)
    expect(attachments(planInput(late, 30_000, { ...open, restored: [] }))).toEqual([])
    expect(attachments(planInput(early, 30_000, open))).toEqual([])
  })
})
