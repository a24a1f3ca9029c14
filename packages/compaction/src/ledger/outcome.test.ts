import { isToolOutput } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { numbered, result } from '../testing/items.ts'
import { faultLine, outcomeOf } from './outcome.ts'

const outputOf = (text: string, exitCode?: number) => {
  const [item] = numbered([result('1', text, exitCode)])
  if (item === undefined || !isToolOutput(item)) throw new Error('not a result')
  return item
}

describe('the outcome of a call', () => {
  it('is what the result says, and unknown where it does not', () => {
    expect(outcomeOf(outputOf('x', 0))).toBe('ok')
    expect(outcomeOf(outputOf('x', 2))).toBe('failed')
    const { success: _, ...silent } = outputOf('error: all is lost')
    expect(outcomeOf(silent)).toBe('unknown')
  })
})

describe('the fault line', () => {
  const check = (name: string, text: string, expected: string) =>
    it(name, () => {
      expect(faultLine(outputOf(text, 1))).toBe(expected)
    })
  check(
    'is the first that names a fault',
    'compiling\nsrc/a.ts(3,1): error TS1005: expected ;\nmore errors',
    'src/a.ts(3,1): error TS1005: expected ;',
  )
  check('is the first line where none does', '\nsegfault at 0x0\nbye', 'segfault at 0x0')
  check(
    'is not the frame some programs put around',
    'Exit code 1\nWall time: 2s\nfatal: not a repository',
    'fatal: not a repository',
  )
  check('is not the count of no errors', '0 errors\n2 failed', '2 failed')
  check('is not coloured', '\u001b[31merror:\u001b[0m boom', 'error: boom')
  check('is empty for an empty output', '', '')
})
