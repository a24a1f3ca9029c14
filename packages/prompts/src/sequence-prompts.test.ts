import { expect, test } from 'vitest'
import { defaultText } from './catalog.ts'
import { parsePrompt } from './frontmatter.ts'
import { packetPrompt, sequencePrompts } from './sequence-prompts.ts'

const own = { threadId: 'th_1', scratchFile: '.scratch/agent-oak.scratch.md' }

test.each([
  ['{scratchFile}', '.scratch/agent-oak.scratch.md'],
  ['{scratch_file}', '.scratch/agent-oak.scratch.md'],
  ['{threadId}', 'th_1'],
  ['{unknown}', '{unknown}'],
])('%s is filled in both prompts as %s', (typed, filled) => {
  expect(sequencePrompts({ packet: typed, scratch: typed, ...own })).toEqual({ packet: filled, scratch: filled })
})

test('one message asks for the notes and then for the packet', () => {
  const prompts = { packet: 'PACKET', scratch: 'NOTES' }
  expect(packetPrompt({ prompts, scratch: 'not_asked' })).toBe('PACKET')
  expect(packetPrompt({ prompts, scratch: 'asked' })).toBe('NOTES\n\nThen, as your answer:\n\nPACKET')
})

test('the shipped prompts leave no placeholder open', () => {
  const body = (file: 'auto-compact.md' | 'scratch-write.md') => {
    const prompt = parsePrompt(defaultText(file))
    if (!prompt.ok) throw new Error(prompt.error)
    return prompt.value.body
  }
  const { packet, scratch } = sequencePrompts({
    packet: body('auto-compact.md'),
    scratch: body('scratch-write.md'),
    ...own,
  })
  expect(`${packet}${scratch}`).not.toMatch(/\{[A-Za-z_]+\}/)
  // It names no tool: which ones there are is the core's to say.
  expect(scratch).toContain('Add lines to that file with apply_patch')
  expect(scratch).not.toContain('scratch_write')
})
