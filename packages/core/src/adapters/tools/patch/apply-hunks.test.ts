import { expect, test } from 'vitest'
import { applyHunks } from './apply-hunks.ts'
import { type Hunk, parsePatch } from './parse-patch.ts'

const hunksOf = (...lines: string[]): readonly Hunk[] => {
  const sections = parsePatch(['*** Begin Patch', '*** Update File: a', ...lines, '*** End Patch'].join('\n'))
  const section = sections.ok ? sections.value[0] : undefined
  if (section?.kind !== 'update') throw new Error(`not an update: ${JSON.stringify(sections)}`)
  return section.hunks
}

const check = (text: string, hunk: readonly string[], expected: string, notes: readonly string[] = []): void =>
  expect(applyHunks(text, hunksOf(...hunk))).toEqual({ ok: true, value: { text: expected, notes } })

const refuses = (text: string, hunk: readonly string[], error: string): void =>
  expect(applyHunks(text, hunksOf(...hunk))).toEqual({ ok: false, error })

test('lines are replaced, put in and taken out where their context stands', () => {
  check('a\nb\nc\n', [' a', '-b', '+B', ' c'], 'a\nB\nc\n')
  check('a\nb\nc\n', [' b', '+x', '+y'], 'a\nb\nx\ny\nc\n')
  check('a\nb\nc\n', ['-a', '-b', '-c'], '')
  check('a\nb\nc\nd\n', ['@@', '-a', '+A', '@@', '-c', '-d'], 'A\nb\n')
})

test('a hunk that only adds goes behind its header, or to the end of the file', () => {
  check('a\nb\nc\n', ['@@ a', '+x'], 'a\nx\nb\nc\n')
  check('a\nb\n', ['@@', '+x'], 'a\nb\nx\n')
  check('', ['+x', '+y'], 'x\ny\n')
  check('a', ['+x'], 'a\nx')
})

test('headers narrow the place, outermost first', () => {
  const text = 'class A:\n  def f():\n    pass\nclass B:\n  def f():\n    pass\n'
  check(
    text,
    ['@@ class B:', '@@   def f():', '-    pass', '+    return 1'],
    'class A:\n  def f():\n    pass\nclass B:\n  def f():\n    return 1\n',
  )
  check(
    text,
    ['@@ class B', ' class B:', '+  x = 1'],
    'class A:\n  def f():\n    pass\nclass B:\n  x = 1\n  def f():\n    pass\n',
  )
})

test('each line keeps its end and a new line takes that of the line it replaces or follows', () => {
  check('a\r\nb\r\n', ['-b', '+B', '+C'], 'a\r\nB\r\nC\r\n')
  check('a\nb\r\nc\n', ['-b', '+B'], 'a\nB\r\nc\n')
  check('a\nb\r\nc\n', [' a', '+x'], 'a\nx\nb\r\nc\n')
  check('a\r\nb\r\n', ['+x', ' a'], 'x\r\na\r\nb\r\n')
})

test('a missing end of the last line stays missing', () => {
  check('a\nb', ['-b', '+B'], 'a\nB')
  check('a\nb', [' b', '+c'], 'a\nb\nc')
  check('a\r\nb', [' b', '+c'], 'a\r\nb\r\nc')
  check('a\nb', ['-b'], 'a')
  check('a', ['-a', '+b', '+c'], 'b\nc')
})

test('context that fits only loosely stays as the file has it, and is told', () => {
  check('\tif (x) {  \n\t\told\n', [' if (x) {', '-\t\told', '+\t\tnew'], '\tif (x) {  \n\t\tnew\n', [
    'the hunk fits at line 1 only when indentation is disregarded',
  ])
  check('say “hi”\n', ['-say "hi"', '+say "ho"'], 'say "ho"\n', [
    'the hunk fits at line 1 only when punctuation is disregarded',
  ])
})

test('an empty line counted after the last line end is no obstacle', () => {
  check('a\nb\n', ['-b', '+B', ' '], 'a\nB\n')
  check('a\nb\n', [' b', ' ', '+c', '*** End of File'], 'a\nb\nc\n')
  refuses(
    'a\nb\nc\n',
    ['-b', ' '],
    'the hunk: these lines are not in the file:\n  | b\n  | \nAt line 2 the file has:\n  | b\n  | c',
  )
})

test('lines that stand in two places are changed at the first, and the second is named', () => {
  check('x\ny\nx\n', ['-x', '+z'], 'z\ny\nx\n', ['the hunk changed line 1; the same lines also stand at line 3'])
  check('x\ny\nx\n', ['-x', '+z', '*** End of File'], 'x\ny\nz\n')
})

test('a hunk that does not fit says which lines were sought and what stands there', () => {
  refuses(
    'one\ntwo\nthree\n',
    ['@@', '-one', '+1', '@@', ' two', '-drei'],
    'hunk 2 of 2: these lines are not in the file after line 1:\n  | two\n  | drei\nAt line 2 the file has:\n  | two\n  | three',
  )
  refuses(
    'one\ntwo\n',
    ['@@', '-two', '@@', '-one'],
    'hunk 2 of 2: these lines are not in the file after line 2:\n  | one\nThey stand at line 1, before the hunk ahead of it: hunks go in file order.',
  )
  refuses(
    'one\n',
    ['@@ class Missing', '-one'],
    'the hunk: the line after @@:\n  | class Missing\nRead the file again and quote its lines as they are.',
  )
  refuses(
    'one\ntwo\n',
    ['-one', '*** End of File'],
    'the hunk: these lines do not stand at the end of the file:\n  | one\nAt line 1 the file has:\n  | one',
  )
})
