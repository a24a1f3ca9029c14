import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

it('holds nothing of the text that a key was cut from', () => {
  setFlagsFromString('--expose_gc')
  const collect: () => void = runInNewContext('gc')
  const used = (): number => {
    for (let pass = 0; pass < 3; pass += 1) collect()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  for (let n = 0; n < 500; n += 1) keysOf(`${'x y '.repeat(10_000)} moorTheBerth${n}BesideTheQuay_${n} and`)
  expect(used() - before).toBeLessThan(4_000_000)
})
