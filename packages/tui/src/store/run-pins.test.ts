import { ItemId, type Pin } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/screens.ts'

const PINS: readonly Pin[] = [
  { kind: 'fact', text: 'the port\nis 7431' },
  { kind: 'file', path: 'src/a.ts' },
  { kind: 'item', first: ItemId.parse('i3'), last: ItemId.parse('i7') },
]

const pinned = () =>
  openScreen().see({
    type: 'pins_changed',
    pins: PINS.map((pin) => ({ pin, tokens: 12 })),
    tokens: 36,
    room_tokens: 8_000,
  })

const typed = (line: string, screen = pinned()) => {
  for (const char of line) screen.press(char)
  return screen.press('\r')
}

test('/pin alone numbers what is pinned, as the core told it last', () =>
  expect(typed('/pin').printed().at(-1)).toMatchObject({
    rows: [
      { label: '1 fact', value: '~12 · the port is 7431' },
      { label: '2 file', value: '~12 · src/a.ts' },
      { label: '3 item', value: '~12 · i3..i7' },
    ],
  }))

test.each([
  ['1', PINS[0]],
  ['3', PINS[2]],
])('/unpin %s names the pin of the table', (number, target) =>
  expect(typed(`/unpin ${number}`).asked()).toMatchObject([{ op: { type: 'unpin', target } }]),
)

test('where nothing is pinned, /pin tells what it takes', () => {
  const screen = typed('/pin', openScreen())
  expect([screen.asked(), screen.printed().at(-1)]).toMatchObject([
    [],
    { text: expect.stringMatching(/^Nothing is pinned.*@file/) },
  ])
})
