import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultText, PROMPT_FILES } from './catalog.ts'
import { openPromptStore, promptFolder, readPrompt } from './prompt-store.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rawr-prompts-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const file = (name: string) => join(promptFolder(home), name)

const write = (name: string, text: string) => {
  mkdirSync(promptFolder(home), { recursive: true })
  writeFileSync(file(name), text)
}

test('an empty home is seeded with every prompt, for the user alone', async () => {
  const store = await openPromptStore({ home })
  expect(store.warnings).toEqual([])
  expect(store.frontmatter.percentRemainingLt).toEqual({ early: 85, ready: 75, asap: 65, emergency: 15 })
  expect(readdirSync(promptFolder(home)).sort()).toEqual([...PROMPT_FILES].sort())
  for (const name of PROMPT_FILES) {
    expect(readFileSync(file(name), 'utf8')).toBe(defaultText(name))
    expect(statSync(file(name)).mode & 0o777).toBe(0o600)
  }
  expect(await openPromptStore({ home })).toEqual(store)
})

test('what the user wrote is used and never overwritten, an empty file too', async () => {
  write('scratch-write.md', '')
  write('auto-compact.md', '---\ntrigger:\n  ready_percent_remaining_lt: 60\n---\nWrite it to {scratch_file}.')
  const store = await openPromptStore({ home })
  expect(store.warnings).toEqual([])
  expect(store.frontmatter).toEqual({ percentRemainingLt: { ready: 60 } })
  expect(store.bodies['auto-compact.md']).toBe('Write it to {scratch_file}.')
  expect(store.bodies['scratch-write.md']).toBe('')
  expect(readFileSync(file('scratch-write.md'), 'utf8')).toBe('')
})

test('a file that cannot be used is named, kept, and replaced by the embedded text', async () => {
  const text = '---\ntrigger:\n  percent_remaining_lt: 60\n---\nbody'
  write('auto-compact.md', text)
  mkdirSync(file('judgment.md'))
  const store = await openPromptStore({ home })
  expect(store.warnings).toEqual([
    `${file('auto-compact.md')}: \`trigger.percent_remaining_lt\` is not read any more; write \`trigger.ready_percent_remaining_lt\`; the embedded text is used`,
    expect.stringMatching(/judgment\.md: EISDIR.*; the embedded text is used$/),
  ])
  expect(store.frontmatter.percentRemainingLt.ready).toBe(75)
  expect(readFileSync(file('auto-compact.md'), 'utf8')).toBe(text)
})

test('an unknown placeholder is named once and stays as typed', async () => {
  write('scratch-write.md', 'Write {file} and {file} for {threadId}.')
  const store = await openPromptStore({ home })
  expect(store.warnings).toEqual([`${file('scratch-write.md')}: nothing is known for {file}; left as typed`])
  expect(store.bodies['scratch-write.md']).toBe('Write {file} and {file} for {threadId}.')
})

test('without a folder the embedded texts serve, with one warning', async () => {
  writeFileSync(promptFolder(home), 'a file where the folder should be')
  const store = await openPromptStore({ home })
  expect(store.warnings).toHaveLength(1)
  expect(store.bodies['heads-up.md']).toBe(defaultText('heads-up.md'))
})

test('a decision prompt is read by its bare name, without its frontmatter', async () => {
  write('mine.md', '---\nversion: 1\n---\nIs it time?')
  expect(await readPrompt({ home, file: 'mine.md' })).toEqual({ ok: true, value: 'Is it time?' })
})

test.each(['../config.yaml', '/etc/passwd', '..', '.', 'a/b.md', 'a\\b.md', ''])(
  '%j is no name of a prompt',
  async (name) => {
    expect(await readPrompt({ home, file: name })).toMatchObject({ ok: false })
  },
)

test('a decision prompt that is not there is named with its place', async () => {
  const read = await readPrompt({ home, file: 'gone.md' })
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining(file('gone.md')) })
})
