import { expect, test } from 'vitest'
import { shellTokens } from './shell-tokens.ts'

/** Words as they are, operators in angle brackets, `→` for a redirection. */
const check = (script: string, expected: string | null) => {
  const tokens = shellTokens(script)
  const text = tokens
    ?.map((token) => (token.kind === 'word' ? token.text : token.kind === 'redirect' ? '→' : `<${token.text}>`))
    .join(' ')
  expect([script, text ?? null]).toEqual([script, expected])
}

test('quotes and escapes are removed as a shell removes them', () => {
  check(`a 'b c' "d \\"e\\" $F" g\\ h`, 'a b c d "e" $F g h')
  check('a\\\nb', 'ab')
  check(`"a\\\nb" 'a\\b' "\\x"`, 'ab a\\b \\x')
  check("$'it\\'s' x", "it\\'s x")
})

test('operators, comments and redirections', () => {
  check('a&&b||c;d|e&f |& g', 'a <&&> b <||> c <;> d <|> e <&> f <|&> g')
  check('a # b; c\nd#e', 'a <;> d#e')
  check('a >b 2>&1 <c &>d', 'a → b  → 1 → c → d')
  check('a <<<b', 'a → b')
})

test('substitutions are one piece of a word, whatever is inside', () => {
  check('a $(b "c)" $(d)) e', 'a $() e')
  check('a "x$(b `c` )y" z', 'a x$()y z')
  check('diff <(a b) >(c)', 'diff <$() >$()'.replaceAll(/[<>]\$/g, '$'))
  check('a $((1<<2)) b', 'a $() b')
})

test('here-documents are skipped, with their end in quotes or after tabs', () => {
  check("a <<'E' b\nc; d\nE\nf", 'a  b <;> f')
  check('a <<-E\n\tc\n\tE\nf', 'a  <;> f')
  check('a <<X <<Y\n1\nX\n2\nY\nf', 'a   <;> f')
  check('a <<E\nb', 'a  <;>')
})

test('what is never closed is no script', () => {
  for (const script of ["a 'b", 'a "b', 'a `b', 'a $(b', 'a $(b "c)']) check(script, null)
})
