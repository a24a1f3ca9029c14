import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { checkConfig, triggersBelowFloor } from './check-config.ts'

const check = async (files: Readonly<Record<string, string>>) => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-check-'))
  for (const [name, text] of Object.entries({ 'project/.git/HEAD': '', ...files })) {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), text)
  }
  return checkConfig({ home: join(base, 'home'), cwd: join(base, 'project'), flags: {} })
}

test('the defaults give no warning in a window of ordinary size', async () => {
  expect(await check({})).toMatchObject({ ok: true, value: { warnings: [] } })
})

test('every key of the auto-compaction section reads the same in YAML and in TOML', async () => {
  const yaml = await check({
    'home/config.yaml': `
features: { rawr_auto_compaction: true }
rawr_auto_compaction:
  mode: suggest
  packet_author: watcher
  scratch_write_enabled: false
  compaction_model: gpt-5.2
  compaction_reasoning_effort: high
  compaction_verbosity: high
  policy:
    early: { percent_remaining_lt: 85, requires_any_boundary: [plan_checkpoint, topic_shift], plan_boundaries_require_semantic_break: true, decision_prompt_path: judgment.md }
    emergency: { percent_remaining_lt: 15 }
  repo_observation: { graphite_enabled: true, graphite_max_chars: 4096 }
`,
  })
  const toml = await check({
    'home/config.toml': `
[features]
rawr_auto_compaction = true
[rawr_auto_compaction]
mode = "suggest"
packet_author = "watcher"
scratch_write_enabled = false
compaction_model = "gpt-5.2"
compaction_reasoning_effort = "high"
compaction_verbosity = "high"
[rawr_auto_compaction.policy.early]
percent_remaining_lt = 85
requires_any_boundary = ["plan_checkpoint", "topic_shift"]
plan_boundaries_require_semantic_break = true
decision_prompt_path = "judgment.md"
[rawr_auto_compaction.policy.emergency]
percent_remaining_lt = 15
[rawr_auto_compaction.repo_observation]
graphite_enabled = true
graphite_max_chars = 4096
`,
  })
  if (!yaml.ok || !toml.ok) throw new Error('both must load')
  expect(toml.value.settings).toEqual(yaml.value.settings)
  expect(yaml.value.settings.rawr_auto_compaction).toMatchObject({ mode: 'suggest', packet_author: 'watcher' })
})

test('an unknown key is refused with its file and the nearest one', async () => {
  const checked = await check({ 'home/config.yaml': 'rawr_auto_compaction: { scratch_write_enable: true }\n' })
  expect(checked).toMatchObject({ ok: false })
  expect(JSON.stringify(checked)).toContain('scratch_write_enabled')
})

test('LOOP-13: a threshold of 20 % used over a floor of 18 % leaves no working room, and is said', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    model: { context_window: 100_000 },
    rawr_auto_compaction: {
      ...DEFAULT_SETTINGS.rawr_auto_compaction,
      policy: { ...DEFAULT_SETTINGS.rawr_auto_compaction.policy, early: { percent_remaining_lt: 80 } },
    },
  }
  const [warning, ...others] = triggersBelowFloor({ settings, floorTokens: 18_000, frontmatter: {} })
  expect(warning).toMatch(/^tier early \(below 80 % left\) begins at \d+ used tokens, but .* about 18000/)
  expect(others).toEqual(['tier ready (below 75 % left)'].map((what) => expect.stringContaining(what)))
  expect(triggersBelowFloor({ settings, floorTokens: 3_000, frontmatter: {} })).toEqual([])
})

test('the legacy key of the prompt file is named with its successor', async () => {
  const checked = await check({
    'home/auto-compact/auto-compact.md': '---\ntrigger: { percent_remaining_lt: 70 }\n---\nBody',
  })
  expect(JSON.stringify(checked)).toContain('trigger.ready_percent_remaining_lt')
})

test('a boundary that a tier’s default list lacks is named', async () => {
  const text = 'rawr_auto_compaction: { policy: { early: { requires_any_boundary: [plan_update, commit] } } }\n'
  expect(await check({ 'home/config.yaml': text })).toMatchObject({
    value: {
      warnings: ['tier early also acts at commit, which its default list does not have: it will act more often'],
    },
  })
})
