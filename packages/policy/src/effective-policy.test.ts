import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AutoCompactionSettings, DEFAULT_SETTINGS, Tier } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { addedBoundaries, effectivePolicy, withFrontmatter } from './effective-policy.ts'

const settingsWith = (policy: Partial<AutoCompactionSettings['policy']>): AutoCompactionSettings => ({
  ...DEFAULT_SETTINGS.rawr_auto_compaction,
  policy: { ...DEFAULT_SETTINGS.rawr_auto_compaction.policy, ...policy },
})

test('without settings and frontmatter the four default tiers hold', () => {
  expect(effectivePolicy({ settings: settingsWith({}) })).toEqual({
    early: {
      percent_remaining_lt: 85,
      requires_any_boundary: ['pr_checkpoint', 'plan_checkpoint', 'plan_update', 'topic_shift'],
      plan_boundaries_require_semantic_break: true,
    },
    ready: {
      percent_remaining_lt: 75,
      requires_any_boundary: ['commit', 'pr_checkpoint', 'plan_checkpoint', 'plan_update', 'topic_shift'],
      plan_boundaries_require_semantic_break: true,
    },
    asap: {
      percent_remaining_lt: 65,
      requires_any_boundary: [
        'commit',
        'pr_checkpoint',
        'plan_checkpoint',
        'plan_update',
        'topic_shift',
        'agent_done',
        'concluding_thought',
      ],
      plan_boundaries_require_semantic_break: false,
    },
    emergency: { percent_remaining_lt: 15, requires_any_boundary: [], plan_boundaries_require_semantic_break: false },
  })
})

test('an explicit list replaces the default, and may widen it', () => {
  const settings = settingsWith({ early: { requires_any_boundary: ['turn_complete', 'commit'] } })
  const policy = effectivePolicy({ settings, frontmatter: { requiresAnyBoundary: ['topic_shift'] } })
  expect(policy.early.requires_any_boundary).toEqual(['turn_complete', 'commit'])
  expect(addedBoundaries(settings, 'early')).toEqual(['turn_complete', 'commit'])
  expect(addedBoundaries(settings, 'ready')).toEqual([])
})

test('a frontmatter list only narrows each tier’s default', () => {
  const policy = effectivePolicy({
    settings: settingsWith({}),
    frontmatter: { requiresAnyBoundary: ['commit', 'agent_done'] },
  })
  expect([policy.early, policy.ready, policy.asap].map((tier) => tier.requires_any_boundary)).toEqual([
    [],
    ['commit'],
    ['commit', 'agent_done'],
  ])
})

test('thresholds: settings before frontmatter before defaults; other keys come from the settings', () => {
  const policy = effectivePolicy({
    settings: settingsWith({
      ready: {
        percent_remaining_lt: 50,
        plan_boundaries_require_semantic_break: false,
        decision_prompt_path: 'ask.md',
      },
    }),
    frontmatter: { percentRemainingLt: { ready: 60, asap: 40 } },
  })
  expect(policy.ready).toMatchObject({
    percent_remaining_lt: 50,
    plan_boundaries_require_semantic_break: false,
    decision_prompt_path: 'ask.md',
  })
  expect([policy.early.percent_remaining_lt, policy.asap.percent_remaining_lt]).toEqual([85, 40])
})

test('settings with the frontmatter written out give the same policy without it', () => {
  const settings = settingsWith({
    ready: { percent_remaining_lt: 50 },
    asap: { requires_any_boundary: ['turn_complete'] },
  })
  const frontmatters = [
    {},
    { percentRemainingLt: { early: 90, ready: 60 } },
    { requiresAnyBoundary: ['commit' as const], percentRemainingLt: { emergency: 20 } },
  ]
  for (const frontmatter of frontmatters)
    expect(effectivePolicy({ settings: withFrontmatter({ settings, frontmatter }) })).toEqual(
      effectivePolicy({ settings, frontmatter }),
    )
  expect(withFrontmatter({ settings })).toEqual(settings)
})

test('TRIG-11: the tiers of the page are the tiers that hold', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (early|ready|asap|emergency) \| (\d+) % \| (.*?) \| (yes|no) \|$/gm)]
  const told = rows.map(([, tier, percent, boundaries = '', alone]) => ({
    tier,
    percent_remaining_lt: Number(percent),
    boundaries: [...boundaries.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name).toSorted(),
    needsBreak: alone === 'no',
  }))
  const policy = effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction })
  expect(told).toEqual(
    Tier.options.map((tier) => ({
      tier,
      percent_remaining_lt: policy[tier].percent_remaining_lt,
      boundaries: [...policy[tier].requires_any_boundary].toSorted(),
      needsBreak: policy[tier].plan_boundaries_require_semantic_break,
    })),
  )
})
