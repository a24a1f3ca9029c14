import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfWait, type Key, NO_KEYS, readKeys } from './keys.ts'

const ESC = '\u001b'
const key = (name: string, held: Partial<Record<'alt' | 'ctrl' | 'shift', boolean>> = {}) => ({
  type: 'key',
  name,
  alt: false,
  ctrl: false,
  shift: false,
  ...held,
})

const read = (...chunks: string[]): Key[] => {
  let state = NO_KEYS
  return chunks.flatMap((text, at) => {
    const step = readKeys(state, { text, at: at * 1_000 })
    state = step.state
    return [...step.keys]
  })
}

const rows: readonly [string, readonly string[], readonly unknown[]][] = [
  ['letters', ['hé'], [{ type: 'text', text: 'hé' }]],
  ['text and Enter', ['hi\r'], [{ type: 'text', text: 'hi' }, key('enter')]],
  ['Alt-Enter', [`${ESC}\r`], [key('enter', { alt: true })]],
  ['Shift-Enter as kitty says it', [`${ESC}[13;2u`], [key('enter', { shift: true })]],
  ['Shift-Enter as xterm says it', [`${ESC}[27;2;13~`], [key('enter', { shift: true })]],
  ['arrows in both modes', [`${ESC}[A${ESC}OB`], [key('up'), key('down')]],
  ['Ctrl-arrow', [`${ESC}[1;5D`], [key('left', { ctrl: true })]],
  ['Delete and Home', [`${ESC}[3~${ESC}[H`], [key('delete'), key('home')]],
  ['Ctrl-C, Tab, backspace', ['\u0003\t\u007f'], [{ type: 'ctrl', letter: 'c' }, key('tab'), key('backspace')]],
  ['Ctrl-J', ['\n'], [{ type: 'ctrl', letter: 'j' }]],
  ['Alt-b', [`${ESC}b`], [{ type: 'alt', letter: 'b' }]],
  ['a torn sequence', [`${ESC}[`, 'A'], [key('up')]],
  ['a report nobody asked for', [`${ESC}[?62;c`], []],
  [
    'a bracketed paste',
    [`${ESC}[200~a\r\nb${ESC}[201~c`],
    [
      { type: 'paste', text: 'a\nb' },
      { type: 'text', text: 'c' },
    ],
  ],
  ['a torn end of a paste', [`${ESC}[200~a${ESC}[20`, '1~'], [{ type: 'paste', text: 'a' }]],
  ['keys inside a paste are text', [`${ESC}[200~${ESC}[A${ESC}[201~`], [{ type: 'paste', text: `${ESC}[A` }]],
]

test.each(rows)('%s', (_name, chunks, keys) => expect(read(...chunks)).toEqual(keys))

test('TUI-08: several lines in one read are a paste, and so is what follows at once', () => {
  const first = readKeys(NO_KEYS, { text: 'one\rtwo\rthr', at: 0 })
  expect(first.keys).toEqual([{ type: 'paste', text: 'one\ntwo\nthr' }])
  const second = readKeys(first.state, { text: 'ee\r', at: 5 })
  expect(second.keys).toEqual([{ type: 'paste', text: 'ee\n' }])
  expect(readKeys(second.state, { text: '\r', at: 6 }).keys).toEqual([key('enter')])
  expect(readKeys(second.state, { text: 'ok\r', at: 900 }).keys).toEqual([{ type: 'text', text: 'ok' }, key('enter')])
})

test('a lone escape becomes a key when its wait is over', () => {
  const step = readKeys(NO_KEYS, { text: ESC, at: 0 })
  expect(step.keys).toEqual([])
  expect(endOfWait(step.state).keys).toEqual([key('escape')])
  expect(endOfWait(NO_KEYS).keys).toEqual([])
})

test('a paste is the same however it is torn', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(60)), (content, stops) => {
      const clean = content
      const whole = `${ESC}[200~${clean}${ESC}[201~`
      const cuts = [...new Set([0, ...stops.filter((stop) => stop < whole.length), whole.length])].sort((a, b) => a - b)
      const chunks = cuts.slice(1).map((end, index) => whole.slice(cuts[index], end))
      expect(read(...chunks)).toEqual([{ type: 'paste', text: clean.replaceAll(/\r\n?/g, '\n') }])
    }),
  )
})
