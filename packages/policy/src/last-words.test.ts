import { expect, test } from 'vitest'
import { type FormSign, formSigns } from './last-words.ts'
import { spoken } from './prose.ts'

const check = (message: string, expected: readonly FormSign[]) =>
  expect([message, [...formSigns(message, spoken(message))]]).toEqual([message, expected])

test('signs that something was reported', () => {
  check('Removed the lock.', ['opens_with_result'])
  check('One. Two. Removed it.', [])
  check('The suite: 40 tests passed.', ['reports_checks'])
  check('No. It stays.', ['answers'])
  check('It stays, because two callers hold it.', ['gives_reasons'])
  check('See `src/lock.ts`.', ['names_work'])
  check('See 1f2e3d4c.', ['names_work'])
  check('Here it is.\n\n## What changed\n\nTwo files.', ['opens_with_result', 'heads_summary'])
  check('word '.repeat(40), ['is_report'])
  check('word '.repeat(200), ['is_report', 'is_long_report'])
})

test('signs that something is left to do or to answer', () => {
  check('Let me look at it.', ['announces_work'])
  check('I’m running them.', ['announces_work'])
  check('Next, the reader:', ['announces_work'])
  check('Let me say this first. It is long.\n\nIt stays. It holds.', [])
  check('Which one?', ['asks_choice'])
  check('Want me to push it?', [])
  check('A? B? C, or D?', ['asks_choice', 'asks_much'])
  check('Please run it.', ['asks_to_try'])
  check('I’d suggest the second.', ['proposes'])
})
