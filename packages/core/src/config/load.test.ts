import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import { loadSettings } from './load.ts'

const place = (files: Record<string, string | Uint8Array>) => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-config-'))
  for (const [name, content] of Object.entries({ 'project/.git/HEAD': '', ...files })) {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), content)
  }
  return { base, home: join(base, 'home'), cwd: join(base, 'project') }
}

const load = async (files: Record<string, string | Uint8Array>, flags = {}, op = {}) => {
  const { base, home, cwd } = place(files)
  const loaded = await loadSettings({ home, cwd, flags, op })
  if (!loaded.ok) throw new Error(loaded.error.message)
  return { ...loaded.value, base }
}

const failure = async (files: Record<string, string | Uint8Array>, flags = {}) => {
  const { base, home, cwd } = place(files)
  const loaded = await loadSettings({ home, cwd, flags })
  if (loaded.ok) throw new Error('this must not load')
  return JSON.parse(JSON.stringify(loaded.error).replaceAll(base, '~'))
}

test('where nobody wrote anything the defaults hold', async () => {
  const { settings, sources, warnings } = await load({})
  expect({ settings, sources, warnings }).toEqual({ settings: DEFAULT_SETTINGS, sources: {}, warnings: [] })
})

test('the nearer layer wins, section by section, and each value says where it came from', async () => {
  const { settings, sources, base } = await load(
    {
      'home/config.yaml':
        'model: { name: alder, context_window: 1000 }\ncompact: { max_tail_messages: 3, mode: micro }\n',
      'project/.rawr/config.yaml': 'compact:\n  max_tail_messages: 4\n  keep_files_glob: ["docs/*.md"]\n',
    },
    { model: { name: 'birch' }, compact: { max_tail_messages: 5 } },
    { compact: { max_tail_messages: 6 } },
  )
  expect(settings.model).toEqual({ name: 'birch', context_window: 1000 })
  expect(settings.compact).toEqual({
    ...DEFAULT_SETTINGS.compact,
    mode: 'micro',
    max_tail_messages: 6,
    keep_files_glob: ['docs/*.md'],
  })
  expect(sources).toEqual({
    'model.name': 'flags',
    'model.context_window': join(base, 'home/config.yaml'),
    'compact.mode': join(base, 'home/config.yaml'),
    'compact.keep_files_glob': join(base, 'project/.rawr/config.yaml'),
    'compact.max_tail_messages': 'op',
  })
})

test('YAML and TOML have the same keys', async () => {
  const yaml = await load({
    'home/config.yaml':
      'rawr_auto_compaction:\n  policy:\n    early: { percent_remaining_lt: 90 }\nproject_files: false\n',
  })
  const toml = await load({
    'home/config.toml': 'project_files = false\n[rawr_auto_compaction.policy.early]\npercent_remaining_lt = 90\n',
  })
  expect(toml.settings).toEqual(yaml.settings)
  expect(yaml.settings.rawr_auto_compaction.policy.early).toEqual({ percent_remaining_lt: 90 })
})

test('an empty file, one of comments and one with a byte order mark are fine', async () => {
  for (const content of ['', '# nothing yet\n', '\uFEFFproject_files: true\r\n'])
    expect((await load({ 'home/config.yaml': content })).settings).toEqual(DEFAULT_SETTINGS)
})

describe('an error names the file, the key and what was meant', () => {
  const check = async (files: Record<string, string | Uint8Array>, expected: object) =>
    expect(await failure(files)).toMatchObject(expected)

  test('a misspelt key', () =>
    check(
      { 'home/config.yaml': 'compact:\n  max_tial_messages: 3\n' },
      {
        code: 'unknown_key',
        file: '~/home/config.yaml',
        key: 'compact.max_tial_messages',
        nearest: 'compact.max_tail_messages',
        message: '~/home/config.yaml: unknown key compact.max_tial_messages; did you mean compact.max_tail_messages?',
      },
    ))

  test('a key in the wrong section', () =>
    check(
      { 'home/config.toml': 'context_window = 8000\n' },
      { code: 'unknown_key', key: 'context_window', nearest: 'model.context_window' },
    ))

  test('a key like nothing', () =>
    check(
      { 'home/config.yaml': 'sandbox: { qqqqqqqq: 1 }\n' },
      { code: 'unknown_key', message: '~/home/config.yaml: unknown key sandbox.qqqqqqqq; known here: mode, network' },
    ))

  test('a key named after the prototype', () =>
    check({ 'home/config.yaml': 'compact: { constructor: 1 }\n' }, { code: 'unknown_key', key: 'compact.constructor' }))

  test('a value out of range', () =>
    check(
      { 'home/config.yaml': 'compact:\n  auto_compact_threshold_pct: 85\n' },
      { code: 'invalid', file: '~/home/config.yaml', key: 'compact.auto_compact_threshold_pct' },
    ))

  test('a value of another type, deep inside', () =>
    check(
      { 'project/.rawr/config.yaml': 'rawr_auto_compaction: { policy: { asap: { requires_any_boundary: [lunch] } } }' },
      {
        code: 'invalid',
        file: '~/project/.rawr/config.yaml',
        key: 'rawr_auto_compaction.policy.asap.requires_any_boundary.0',
      },
    ))

  test('a file that is a list', () =>
    check({ 'home/config.yaml': '- a\n' }, { code: 'invalid', file: '~/home/config.yaml' }))

  test('both files', () =>
    check(
      { 'home/config.yaml': '', 'home/config.toml': '' },
      { code: 'both_files', message: '~/home/config.yaml and ~/home/config.toml both exist; keep one of them.' },
    ))

  test('broken YAML, with its line', () =>
    check(
      { 'home/config.yaml': 'compact: {\n  mode: [\n' },
      { code: 'syntax', message: expect.stringMatching(/line 3/) },
    ))

  test('a key written twice', () =>
    check({ 'home/config.yaml': 'compact: {}\ncompact: {}\n' }, { code: 'syntax', file: '~/home/config.yaml' }))

  test('broken TOML', () =>
    check({ 'home/config.toml': 'compact = \n' }, { code: 'syntax', file: '~/home/config.toml' }))

  test('bytes that are no text', () =>
    check(
      { 'home/config.yaml': new Uint8Array([0xff, 0xfe, 0x00]) },
      { code: 'unreadable', file: '~/home/config.yaml' },
    ))

  test('a flag', async () => {
    expect(await failure({}, { compact: { mode: 'gentle' } })).toMatchObject({
      code: 'invalid',
      file: 'the flags',
      key: 'compact.mode',
    })
  })
})

describe('a project’s file', () => {
  test.each([
    'provider: { base_url: "http://evil.test" }',
    'approvals: { policy: never }',
    'sandbox: { mode: 7 }',
    'model: {}',
  ])('may not say %s', async (content) => {
    const section = content.split(':')[0] ?? ''
    expect(await failure({ 'project/.rawr/config.yaml': content })).toMatchObject({
      code: 'not_allowed_here',
      key: section,
    })
  })

  test('is found from a folder below the repository’s root', async () => {
    const { home, cwd } = place({ 'project/.rawr/config.yaml': 'compact: { mode: micro }', 'project/a/b/c.txt': '' })
    const loaded = await loadSettings({ home, cwd: join(cwd, 'a/b'), flags: {} })
    expect(loaded).toMatchObject({ ok: true, value: { settings: { compact: { mode: 'micro' } } } })
  })

  test('is not the user’s own, whose folder also is called .rawr, also through a link', async () => {
    const { base } = place({ 'user/.rawr/config.yaml': 'model: { name: alder }', 'user/notes/a.txt': '' })
    symlinkSync(join(base, 'user'), join(base, 'link'))
    for (const cwd of ['user', 'link', 'user/notes', 'link/notes']) {
      const loaded = await loadSettings({ home: join(base, 'user/.rawr'), cwd: join(base, cwd), flags: {} })
      expect(loaded).toMatchObject({ ok: true, value: { settings: { model: { name: 'alder' } } } })
    }
  })
})

test('what is allowed and probably not meant is said', async () => {
  const { warnings } = await load({
    'home/config.yaml':
      'provider: { recording: tape.jsonl }\nrawr_auto_compaction: { policy: { ready: { percent_remaining_lt: 95 } } }',
  })
  expect(warnings).toEqual([
    expect.stringContaining('provider.recording is ignored'),
    'tier ready holds below 95 %, early only below 85 %: early never acts',
  ])
})
