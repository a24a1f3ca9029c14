import { expect, test } from 'vitest'
import { shownOutput } from './shown-output.ts'

const check = (output: string, expected: string) => expect(shownOutput(output)).toBe(expected)

test('of a line that overwrote itself the last state is left, and colours go', () => {
  check('a\r\u001b[32mb\u001b[0m\rc\nnext', 'c\nnext')
  check('10 %\r20 %\r', '20 %\r')
  check('\u001b]0;title\u0007text\u001b[2K\u001b[1;1H', 'text')
  check('\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\', 'link')
})

test('line ends of either kind and plain text stay as they are', () => {
  check('a\r\nb\r\n', 'a\r\nb\r\n')
  check('tab\tand “words”\n\n', 'tab\tand “words”\n\n')
  check('', '')
  check('\r\r\r', '\r')
})
