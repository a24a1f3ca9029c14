import { describe, expect, it } from 'vitest'
import { keysOf } from './keys.ts'

const check = (line: string, expected: readonly string[]) =>
  it(line, () => {
    expect(keysOf(line).map(({ key }) => key)).toEqual(expected)
  })

describe('the identifiers of a line', () => {
  check('fix the parser, please', [])
  check('open src/parse/lexer.ts and /home/ada/app/src/parse/token.ts:41', ['parse/lexer.ts', 'parse/token.ts'])
  check('C:\\app\\src\\lexer.ts', ['src\\lexer.ts'])
  check('readNext calls read_next with MAX_DEPTH and HTTP', ['readNext', 'read_next', 'MAX_DEPTH', 'HTTP'])
  check('store.saveAll(x).then', ['saveAll'])
  check('package.json and README.md', ['package.json', 'README.md'])
  check('run with --strict -v --max-depth=3', ['--strict', '--max-depth'])
  check('commit 1a2b3c4d by 1234567', ['1a2b3c4d'])
  check('this and/or that', [])
  check('manual-commit', ['manual-commit'])
  check('readNext readNext readNext', ['readNext'])
  check('sha256 utf8', ['sha256', 'utf8'])
  check('漢字 readNext 😀', ['readNext'])

  it('encoded content is no name', () => {
    expect(keysOf(`data ${'aB3'.repeat(60)}`)).toEqual([])
  })
})
