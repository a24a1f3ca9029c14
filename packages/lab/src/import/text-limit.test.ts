import { expect, test } from 'vitest'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import { charsToShorten, createTextLimit, shortenedOutput } from './text-limit.ts'

test('the oldest go first, and only as many as must', () => {
  const gone: number[] = []
  const limit = createTextLimit(100)
  for (const [index, chars] of [40, 40, 40, 90, 5].entries()) limit.hold(chars, () => gone.push(index))
  expect(gone).toEqual([0, 1, 2])
  expect(limit.shortened()).toBe(3)
})

test('only large results are shortened, each large text of them', () => {
  const result = (output: string | { type: 'input_text'; text: string }[]) =>
    ({ type: 'function_call_output', call_id: callIdOf('c'), output }) satisfies ItemDraft
  const long = 'é'.repeat(10_000)
  expect(charsToShorten(result('short'))).toBe(0)
  expect(charsToShorten({ type: 'message', role: 'user', content: [{ type: 'input_text', text: long }] })).toBe(0)
  expect(charsToShorten(result(long))).toBe(10_000)
  const { output } = shortenedOutput(result(long), 7)
  expect(output).toBe(`${'é'.repeat(1_200)}\n[8200 characters more on line 7 of the file]\n${'é'.repeat(600)}`)
  const parts = [
    { type: 'input_text' as const, text: long },
    { type: 'input_text' as const, text: 'short' },
  ]
  expect(shortenedOutput(result(parts), 7).output).toEqual([{ type: 'input_text', text: output }, parts[1]])
})

test('no half of a character is left at a cut', () => {
  const faces = `a${'😀'.repeat(6_000)}`
  const { output } = shortenedOutput({ output: faces }, 1)
  expect(output.isWellFormed()).toBe(true)
})
