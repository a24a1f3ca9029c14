/** `/pin` and `/unpin`: an op for the core, or the numbered table of what is pinned. */
import { assertNever, type Pin, type PinTarget, type SubmissionId } from '@rawr/protocol'
import { pinTargetOf } from '../composer/pin-words.ts'
import { addCell, notice } from './add-cell.ts'
import { tokensText } from './figures.ts'
import type { ScreenState, ScreenStep } from './state.ts'

export type PinCommand = {
  readonly name: 'pin' | 'unpin'
  readonly words: readonly string[]
  readonly id: SubmissionId
}

export const runPins = (state: ScreenState, { name, words, id }: PinCommand): ScreenStep => {
  if (words.length === 0) return stay(pinTable(state))
  const target = name === 'unpin' ? (numbered(state, words) ?? pinTargetOf(words)) : pinTargetOf(words)
  if (target === null) return stay(notice(state, 'warn', `/${name}: ${WAYS}`))
  return { state, effects: [{ type: 'submit', op: { type: name, target }, id }] }
}

const WAYS = 'a fact of at most 10,000 characters, @file, an item such as i7, or a range such as i7..ia.'

const stay = (state: ScreenState): ScreenStep => ({ state, effects: [] })

/** The number of the table stands for what it names. */
const numbered = ({ pins }: ScreenState, [word = '', ...more]: readonly string[]): PinTarget | null => {
  const pin = more.length === 0 && /^\d+$/.test(word) ? pins[Number(word) - 1]?.pin : undefined
  return pin ?? null
}

const pinTable = (state: ScreenState): ScreenState => {
  if (state.pins.length === 0) return notice(state, 'quiet', `Nothing is pinned. /pin takes ${WAYS}`)
  const rows = state.pins.map(({ pin, tokens }, index) => ({
    label: `${index + 1} ${pin.kind}`,
    value: `${tokensText(tokens, 'divisors')} · ${textOfPin(pin)}`,
  }))
  return addCell(state, { kind: 'table', title: 'Pins, kept verbatim by every compaction; /unpin <number>', rows })
}

const textOfPin = (pin: Pin): string => {
  switch (pin.kind) {
    case 'item':
      return pin.first === pin.last ? pin.first : `${pin.first}..${pin.last}`
    case 'file':
      return pin.path
    case 'fact':
      return pin.text.replaceAll(/\s+/g, ' ')
    default:
      return assertNever(pin)
  }
}
