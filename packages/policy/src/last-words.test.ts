import { expect, test } from 'vitest'
import { type FormSign, formSigns } from './last-words.ts'
import { spoken } from './prose.ts'

const check = (message: string, expected: readonly FormSign[]) =>
  expect([message, [...formSigns(spoken(message))]]).toEqual([message, expected])

test('signs that something was reported', () => {
  check('Removed the lock.', ['opens_in_past'])
  check('I have moved it.', ['opens_in_past'])
  check('**All were renamed.**', ['opens_in_past'])
  check('One. Two. Removed it.', [])
  check('Need it?', ['asks_choice'])
  check('The suite: 40 tests passed.', ['reports_checks'])
  check('12/12 tests.', ['reports_checks'])
  check('It stays, because two callers hold it.', ['gives_reasons'])
  check('The reader now keeps it.', ['tells_new_state'])
  check('Here it is.\n\n## What changed\n\nTwo files.', ['heads_summary'])
  check('word '.repeat(20), ['is_remark'])
  check('word '.repeat(40), ['is_remark', 'is_report'])
  check('word '.repeat(200), ['is_remark', 'is_report', 'is_long_report'])
})

test('signs that something is left to do or to answer', () => {
  check('Let me look at it.', ['announces_work'])
  check('Let me know what you think.', [])
  check('I’m running them.', ['announces_work'])
  check('Next, the reader:', ['announces_work'])
  check('Let me say this first. It is long.\n\nIt stays. It holds.', [])
  check('Which one?', ['asks_choice'])
  check('Want me to push it?', ['offers_work'])
  check('Want me to go ahead?', ['asks_to_go_on', 'offers_work'])
  check('A? B, or C?', ['asks_choice', 'asks_much'])
  check('See http://127.0.0.1/a?b=1&c=d?e=2.', [])
  check('Please run it.', ['asks_to_try'])
  check('I’d suggest the second.', ['proposes', 'ends_conditional'])
  check('It holds if nobody writes.', ['ends_conditional'])
  check('It probably holds.', ['hedges'])
  check('There are two options.', ['weighs_options'])
})

test('another language than English is known by its commonest words or its letters', () => {
  check('Ich sehe mir die Tests an.', ['in_other_language'])
  check('Les tests sont dans le dossier.', ['in_other_language'])
  check('Los archivos ya no están en la carpeta.', ['in_other_language'])
  check('测试都通过了。', ['in_other_language'])
  check('Файл удалён.', ['in_other_language'])
  check('どちらにしますか？', ['asks_choice', 'in_other_language'])
  check('Moved el.ts and the two callers of it.', ['opens_in_past'])
  check('`die` is gone.', [])
})
