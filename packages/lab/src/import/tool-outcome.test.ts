import { expect, test } from 'vitest'
import { outcomeOfExit, outcomeOfText, unwrapped } from './tool-outcome.ts'

const heads: readonly [string, ReturnType<typeof outcomeOfText>][] = [
  ['Exit code: 0\nWall time: 1 seconds\nOutput:\nok', { success: true, exit_code: 0 }],
  ['Exit code 2\nno such file', { success: false, exit_code: 2 }],
  ['Chunk ID: 33\nWall time: 0 seconds\nProcess exited with code 7\nOutput:\n', { success: false, exit_code: 7 }],
  ['Wall time: 0 seconds\nOutput:\nExit code: 9', {}],
  ['Script completed\nWall time 1 seconds\nOutput:\n', { success: true }],
  ['Script running with cell ID 4', {}],
  ['apply_patch verification failed: no such line', { success: false }],
  ['anything else', {}],
]

test.each(heads)('%j', (text, outcome) => expect(outcomeOfText(text)).toEqual(outcome))

test('an envelope is taken off, and its exit code counts', () => {
  expect(unwrapped('{"output":"hi","metadata":{"exit_code":1}}')).toEqual({
    text: 'hi',
    outcome: { success: false, exit_code: 1 },
  })
  expect(unwrapped('{"output":"Success"}')).toEqual({ text: 'Success', outcome: {} })
  expect(unwrapped('{"output":')).toEqual({ text: '{"output":', outcome: {} })
  expect(outcomeOfExit(1.5)).toEqual({})
})
