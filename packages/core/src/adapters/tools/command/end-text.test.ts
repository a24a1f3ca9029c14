import { expect, test } from 'vitest'
import { endText } from './end-text.ts'

test('says how it ended, and what was done to it', () => {
  expect(endText({ kind: 'exited', exitCode: 3 }, 10)).toBe('Exit code: 3')
  expect(endText({ kind: 'killed', by: 'SIGSEGV' }, 10)).toBe('Killed by SIGSEGV.')
  expect(endText({ kind: 'timed_out' }, 10)).toContain('after 10 ms')
  expect(endText({ kind: 'too_many_processes' }, null)).toContain('2048 processes')
})
