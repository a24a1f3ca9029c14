import { DEFAULT_SETTINGS, type Settings, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { announcedPrompts, embeddedPrompts } from './thread-prompts.ts'

test('without a folder the shipped prompts serve, by name too', async () => {
  const prompts = embeddedPrompts()
  expect(await prompts.read('judgment.md')).toEqual({ ok: true, value: prompts.bodies['judgment.md'] })
  expect(await prompts.read('mine.md')).toEqual({ ok: false, error: 'there is no prompt mine.md' })
})

const announced = (change: Partial<Settings> = {}) =>
  announcedPrompts({
    prompts: embeddedPrompts(),
    deps: { threadId: ThreadId.parse('th_1'), settings: { ...DEFAULT_SETTINGS, ...change } },
  })

test('what is announced is filled but for what is known only at the moment', () => {
  const { packet, scratch, heads_up, scratch_file } = announced()
  expect(packet + scratch).not.toMatch(/\{[A-Za-z]+\}/)
  expect(scratch).toContain(scratch_file)
  expect(heads_up).toContain('{percentRemaining}')
})

test('where nothing of ours belongs into the project, no notes are asked for', () =>
  expect(announced({ project_files: false }).scratch).toBe(''))
