import { expect, test } from 'vitest'
import { pinTargetOf } from './pin-words.ts'

test.each([
  ['@src/a b.ts', { kind: 'file', path: 'src/a b.ts' }],
  ['i7', { kind: 'item', first: 'i7' }],
  ['i7..ia', { kind: 'item', first: 'i7', last: 'ia' }],
  ['the port is 7431, never 80', { kind: 'fact', text: 'the port is 7431, never 80' }],
  ['is it', { kind: 'fact', text: 'is it' }],
  ['@', null],
  ['', null],
  ['x'.repeat(10_001), null],
])('%#', (line, target) => expect(pinTargetOf(line.split(' '))).toEqual(target))
