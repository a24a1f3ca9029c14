import { err, ok } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { normalisePatchLines } from './patch-lines.ts'

const check = (text: string, expected: ReturnType<typeof normalisePatchLines>): void =>
  expect(normalisePatchLines(text)).toEqual(expected)

test('what stands around the markers is left out, and the line numbers still count it', () => {
  check('*** Begin Patch\na\n*** End Patch', ok({ lines: ['a'], firstLine: 2 }))
  check("apply_patch <<'EOF'\n*** Begin Patch\na\n*** End Patch\nEOF\n", ok({ lines: ['a'], firstLine: 3 }))
  check('```\n  *** Begin Patch  \na\nb\n*** End Patch\n```', ok({ lines: ['a', 'b'], firstLine: 3 }))
})

test('carriage returns are line ends only where every line has one', () => {
  check('*** Begin Patch\r\n+a\r\n*** End Patch\r\n', ok({ lines: ['+a'], firstLine: 2 }))
  check('*** Begin Patch\r\n+a\r\n*** End Patch', ok({ lines: ['+a'], firstLine: 2 }))
  check('*** Begin Patch\n+a\r\n+b\n*** End Patch', ok({ lines: ['+a\r', '+b'], firstLine: 2 }))
})

test('a patch without its beginning or its end is refused', () => {
  check('+a\n*** End Patch', err('it does not begin with *** Begin Patch'))
  check('*** Begin Patch\n+a', err('it does not end with *** End Patch: it may have been cut off'))
  check('*** End Patch\n*** Begin Patch', err('it does not end with *** End Patch: it may have been cut off'))
})
