import { expect, test } from 'vitest'
import { withoutControls } from './without-controls.ts'

const rows: readonly (readonly [string, string, string])[] = [
  ['clear the screen', '\u001b[2J\u001b[Hgone', '␛[2J␛[Hgone'],
  ['the window title', '\u001b]0;root@host\u0007', '␛]0;root@host␇'],
  ['the clipboard (OSC 52)', '\u001b]52;c;cm0gLXJm\u0007', '␛]52;c;cm0gLXJm␇'],
  ['8-bit controls', '\u009b2J\u009d0;x\u009c', '<009B>2J<009D>0;x<009C>'],
  ['an overwritten line', 'safe\rrm -rf', 'safe␍rm -rf'],
  ['backspaces', 'abc\b\b\b', 'abc␈␈␈'],
  ['reversed writing', 'gpj.\u202eexe', 'gpj.<202E>exe'],
  ['lines and tabs', 'a\tb\r\nc\n', 'a\tb\nc\n'],
]

test.each(rows)('%s is shown, not obeyed', (_, text, shown) => {
  expect(withoutControls(text)).toBe(shown)
})

test('law: of all characters none that a terminal would obey is left, and twice is once', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('x')
  const shown = withoutControls(all)
  expect([...shown].filter((sign) => sign !== '\n' && sign !== '\t' && /\p{Cc}/u.test(sign))).toEqual([])
  expect(withoutControls(shown)).toBe(shown)
})
