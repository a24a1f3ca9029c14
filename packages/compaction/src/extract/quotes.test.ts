import { describe, expect, it } from 'vitest'
import { id } from '../testing/items.ts'
import { quoteLines } from './quotes.ts'
import type { Voice } from './read-lines.ts'
import type { Unit } from './units.ts'

const unit = (position: number, voice: Voice, text: string, subject: string | null = null): Unit => ({
  position,
  voice,
  text,
  subject,
  numbers: [],
  hasCue: false,
})
const linesOf = (units: readonly Unit[]) =>
  quoteLines({
    units,
    idAt: (position) => id(`i${position}`),
    endingAt: (position) => (position === 9 ? ' → failed' : ''),
  })

describe('quotes', () => {
  it('say who speaks, and mark tool text as quoted', () => {
    expect(
      linesOf([
        unit(1, 'user', 'fix it'),
        unit(2, 'assistant', 'because of x'),
        unit(9, 'call', '$ npm test'),
        unit(4, 'result', 'FAIL a.ts'),
        unit(5, 'edit', 'const a = 1', 'src/a.ts'),
      ]),
    ).toEqual([
      { text: 'user: fix it', ids: ['i1'] },
      { text: 'agent: because of x', ids: ['i2'] },
      { text: '$ npm test → failed', ids: ['i9'] },
      { text: '> FAIL a.ts', ids: ['i4'] },
      { text: '+ src/a.ts: const a = 1', ids: ['i5'] },
    ])
  })

  it('share a line when they are from one item, up to the length of a line', () => {
    expect(
      linesOf([unit(4, 'result', 'one'), unit(4, 'result', 'two'), unit(5, 'result', 'three')]).map(({ text }) => text),
    ).toEqual(['> one ¦ two', '> three'])
    const long = Array.from({ length: 4 }, (_, index) => unit(4, 'result', `${index}`.repeat(150)))
    expect(linesOf(long).map(({ text }) => text.length)).toEqual([305, 305])
  })

  it('is nothing for nothing', () => {
    expect(linesOf([])).toEqual([])
  })
})
