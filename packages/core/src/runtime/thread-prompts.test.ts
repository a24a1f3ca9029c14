import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { announcedPrompts, embeddedPrompts } from './thread-prompts.ts'

test('without a folder the shipped prompts serve, by name too', async () => {
  const prompts = embeddedPrompts()
  expect(await prompts.read('judgment.md')).toEqual({ ok: true, value: prompts.bodies['judgment.md'] })
  expect(await prompts.read('mine.md')).toEqual({ ok: false, error: 'there is no prompt mine.md' })
})

test('what is announced is filled but for what is known only at the moment', () => {
  const announced = announcedPrompts(embeddedPrompts(), ThreadId.parse('th_1'))
  expect(announced.packet + announced.scratch).not.toMatch(/\{[A-Za-z]+\}/)
  expect(announced.heads_up).toContain('{percentRemaining}')
})

test('no notes are asked for: nothing would keep such a turn to the one file', () => {
  expect(announcedPrompts(embeddedPrompts(), ThreadId.parse('th_1')).scratch).toBe('')
})
