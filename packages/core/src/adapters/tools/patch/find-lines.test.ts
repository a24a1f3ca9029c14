import { expect, test } from 'vitest'
import { findHeader, findLines, type Search, SearchableLines } from './find-lines.ts'

const lines = new SearchableLines([
  'class Ledger(Base):',
  '  def add(self):',
  '    return “x” — 1 ',
  '',
  '  def add(self):',
  'end',
])

const check = (wanted: readonly string[], change: Partial<Search>, expected: unknown): void =>
  expect(findLines({ lines, wanted, from: 0, atEnd: false, loosest: 'punctuation', ...change })).toEqual(expected)

test('the strictest reading that fits anywhere wins', () => {
  check(['  def add(self):'], {}, { at: 1, likeness: 'exact' })
  check(['  def add(self):'], { from: 2 }, { at: 4, likeness: 'exact' })
  check(['  def add(self):  '], {}, { at: 1, likeness: 'trailing space' })
  check(['def add(self):', ''], {}, null)
  check(['def add(self):', 'end'], {}, { at: 4, likeness: 'indentation' })
  check(['return "x" - 1'], {}, { at: 2, likeness: 'punctuation' })
  check(['nothing'], {}, null)
  check(['def add(self):', 'end'], { loosest: 'trailing space' }, null)
})

test('at the end means the last lines only', () => {
  check(['  def add(self):', 'end'], { atEnd: true }, { at: 4, likeness: 'exact' })
  check(['  def add(self):'], { atEnd: true }, null)
  check(['end'], { from: 6, atEnd: true }, null)
})

test('a header may name only the beginning of its line', () => {
  expect(findHeader({ lines, header: 'class Ledger', from: 0 })).toEqual({ at: 0, likeness: 'indentation' })
  expect(findHeader({ lines, header: 'def add(self):', from: 2 })).toEqual({ at: 4, likeness: 'indentation' })
  expect(findHeader({ lines, header: 'class Ledger', from: 1 })).toBe(null)
})
