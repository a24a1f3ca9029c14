import { expect, test } from 'vitest'
import { eraseReflowed } from './reflow.ts'

const ESC = '\u001b'

test('goes up as many rows as the terminal made of them, erases, and comes back to the row it was on', () => {
  expect(eraseReflowed({ widths: [100, 20, 5], caret: { x: 3, y: 2 } }, 40)).toBe(`\r${ESC}[4A${ESC}[J\n\n\n${ESC}[1A`)
})

test('a caret in a broken row stands some rows below its beginning', () => {
  expect(eraseReflowed({ widths: [10, 90], caret: { x: 85, y: 1 } }, 40)).toBe(`\r${ESC}[3A${ESC}[J\n\n${ESC}[1A`)
})

test('without a caret the cursor is below the frame', () => {
  expect(eraseReflowed({ widths: [50, 0], caret: null }, 40)).toBe(`\r${ESC}[3A${ESC}[J\n\n`)
})

test('a terminal that breaks nothing has each row where it was', () => {
  expect(eraseReflowed({ widths: [100, 90, 5], caret: { x: 85, y: 1 } }, 40, 'none')).toBe(
    `\r${ESC}[1A${ESC}[J\n\n\n${ESC}[2A`,
  )
})

test('where the cursor goes down with what is broken below it, that counts too; the row of the cursor only after it', () => {
  const up = (widths: readonly number[]): number =>
    Number(/\[(\d+)A/.exec(eraseReflowed({ widths, caret: { x: 2, y: 1 } }, 20, 'shifts'))?.[1])
  expect(up([0, 42, 18])).toBe(1)
  expect(up([0, 42, 80])).toBe(1 + 3 + 2)
})
