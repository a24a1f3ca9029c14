import { expect, test } from 'vitest'
import { openScreen } from '../testing/screens.ts'

const UP = '\u001b[A'
const DOWN = '\u001b[B'

test('up and down walk the history, and what was being written comes back', () => {
  const screen = openScreen().press('sent').press('\r').press('draft').press(UP)
  expect(screen.state().editor.text).toBe('sent')
  screen.press(UP)
  expect(screen.state().editor.text).toBe('an earlier message')
  screen.press(UP).press(DOWN).press(DOWN)
  expect(screen.state().editor.text).toBe('draft')
})

test('inside several lines up moves the caret', () => {
  const screen = openScreen().press('one').press('\n').press('two').press(UP).press('X')
  expect(screen.state().editor.text).toBe('oneX\ntwo')
})

test.each([
  ['\u0001', 'Xab cd'],
  ['\u0017', 'ab X'],
  ['\u0015', 'X'],
  ['\u001bb', 'ab Xcd'],
  ['\u001b[D', 'ab cXd'],
  ['\u001b[1;5D', 'ab Xcd'],
])('%j as in a shell', (key, text) => {
  expect(openScreen().press('ab cd').press(key).press('X').state().editor.text).toBe(text)
})
