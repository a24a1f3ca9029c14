import { describe, expect, it } from 'vitest'
import { unitMaker } from '../testing/units.ts'
import type { Voice } from './read-lines.ts'
import type { Unit } from './units.ts'
import { keyWeights } from './weights.ts'

const { table, unit: made } = unitMaker()
const unit = (position: number, voice: Voice, text: string): Unit => made(position, text, voice)

const isHeavier = (name: string, units: readonly Unit[]) =>
  it(name, () => {
    const weights = keyWeights({ units, table, tokensAfter: (position) => (10 - position) * 10_000 })
    expect(weights[table.find('heavyName') ?? -1] ?? 0).toBeGreaterThan(weights[table.find('lightName') ?? -1] ?? 0)
  })

describe('the weight of an identifier', () => {
  isHeavier('is more when the user named it', [unit(1, 'user', 'heavyName'), unit(1, 'assistant', 'lightName')])
  isHeavier('is more when a call used it', [unit(1, 'call', 'heavyName'), unit(1, 'result', 'lightName')])
  isHeavier('is more when it came up often', [
    unit(1, 'result', 'heavyName a'),
    unit(1, 'result', 'heavyName b'),
    unit(1, 'result', 'lightName'),
  ])
  isHeavier('is more when it came up late', [unit(9, 'result', 'heavyName'), unit(1, 'result', 'lightName')])

  it('is less for a hash than for a name', () => {
    const weights = keyWeights({ units: [unit(1, 'result', 'heavyName 1a2b3c4d')], table, tokensAfter: () => 0 })
    expect(weights[table.find('heavyName') ?? -1] ?? 0).toBeGreaterThan(weights[table.find('1a2b3c4d') ?? -1] ?? 0)
  })
})
