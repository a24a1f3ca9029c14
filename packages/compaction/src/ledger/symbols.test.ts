import { describe, expect, it } from 'vitest'
import { definedNames } from './symbols.ts'

const check = (name: string, code: string, expected: readonly string[]) =>
  it(name, () => {
    expect(definedNames(code)).toEqual(expected)
  })

describe('defined names', () => {
  check('TypeScript', 'export const readNext = 1\nexport class Lexer {}\nasync function run() {}\ntype Token = {}', [
    'Lexer',
    'run',
    'Token',
    'readNext',
  ])
  check('Go', 'func (s *Store) Save(x int) error {\ntype Store struct {', ['Store', 'Save'])
  check('Python', 'class Parser:\n    def parse_all(self):', ['Parser', 'parse_all'])
  check('Rust', 'pub fn read_next() {}\npub(crate) struct Lexer;\nimpl Lexer {', ['Lexer', 'read_next'])
  check('Java', '  public static int countTokens(String s) {', ['countTokens'])
  check('prose', 'this class of function is a type of const', [])
})
