import { expect, test } from 'vitest'
import { withoutSecrets } from './redact.ts'

test('known secrets and whatever looks like a key are taken out', () => {
  const check = (text: string, expected: string) =>
    expect(withoutSecrets(text, ['hunter2hunter2', 'no'])).toBe(expected)
  check('Key hunter2hunter2 is not valid', 'Key [key] is not valid')
  check('Incorrect API key provided: sk-proj-ab********yz.', 'Incorrect API key provided: [key]')
  check('Authorization: Bearer abc.def-ghi', 'Authorization: [key]')
  check('AIzaSyA1234567890123456789012 failed', '[key] failed')
  check('no task-based secrets here', 'no task-based secrets here')
})

test('a long text is cut at a whole character', () => {
  const cut = withoutSecrets('😀'.repeat(1_000), [])
  expect(cut.length).toBeLessThan(700)
  expect(cut.isWellFormed()).toBe(true)
})
