import { expect, test } from 'vitest'
import { eraseReflowed } from './reflow.ts'

const ESC = '\u001b'

test('goes up as many rows as the terminal made of them, erases, and comes back to the row it was on', () => {
  expect(eraseReflowed({ widths: [100, 20, 5], caret: { x: 3, y: 2 } }, 40)).toBe(`\r${ESC}[4A${ESC}[J\n\n`)
})

test('a caret in a broken row stands some rows below its beginning', () => {
  expect(eraseReflowed({ widths: [10, 90], caret: { x: 85, y: 1 } }, 40)).toBe(`\r${ESC}[3A${ESC}[J\n`)
})

test('without a caret the cursor is below the frame', () => {
  expect(eraseReflowed({ widths: [50, 0], caret: null }, 40)).toBe(`\r${ESC}[3A${ESC}[J\n\n`)
})
