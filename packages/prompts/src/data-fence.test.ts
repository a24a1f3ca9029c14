import { expect, test } from 'vitest'
import { dataFence, isFenced } from './data-fence.ts'

test('each part of the context has the fence of its kind', () => {
  expect(dataFence({ type: 'compact_boundary', text: 'Here.' })).toBe('<boundary>\nHere.\n</boundary>')
  expect(dataFence({ type: 'attachment', kind: 'file', path: 'a.ts', text: 'x' })).toBe(
    '<restored_file path="a.ts">\nx\n</restored_file>',
  )
  expect(dataFence({ type: 'attachment', kind: 'plan', text: 'x' })).toBe('<plan>\nx\n</plan>')
})

test.each([
  ['one fence', '<plan>\nx\n</plan>', true],
  ['one with attributes', '<restored_file path="a">\nx\n</restored_file>', true],
  ['words behind it', '<plan>\nx\n</plan>\nGo.', false],
  ['words before it', 'Go.\n<plan>\nx\n</plan>', false],
  ['a second fence behind it', '<plan>\nx\n</plan>\nGo.\n<plan>\nx\n</plan>', false],
  ['a tag that is none of ours', '<div>\nx\n</div>', false],
  ['a fence that is open', '<plan>\nx', false],
])('%s: fenced %s', (_what, text, fenced) => {
  expect(isFenced(text)).toBe(fenced)
})
