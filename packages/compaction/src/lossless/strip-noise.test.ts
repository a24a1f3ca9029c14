import { describe, expect, it } from 'vitest'
import { plainLines } from './strip-noise.ts'

const check = (name: string, text: string, expected: readonly string[]) =>
  it(name, () => {
    expect(plainLines(text)).toEqual(expected)
  })

describe('tool output without noise', () => {
  check(
    'has no colours and no links of a terminal',
    '\u001b[1;31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007',
    ['red link'],
  )
  check('has the last state of a progress bar', 'load 10%\rload 50%\rload 100%\r\ndone', ['load 100%', 'done'])
  check('has no line numbers of an editor', '    1→import a\n   12\tconst b\n 7 | c', ['import a', 'const b', 'c'])
  check('has no rules and bars', '====\n[#####   ] 50%\n│ ─── │\nok', ['ok'])
  check('has no empty lines and no control characters', 'a\u0000b\n\n  \nc', ['a b', 'c'])
  check('keeps figures that say something', '12 passing', ['12 passing'])
  check('is nothing for nothing', '', [])
})
