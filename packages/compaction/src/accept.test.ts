import { contextUsage } from '@rawr/policy'
import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { type Figures, headroomMinimum, judge } from './accept.ts'

const figures: Figures = {
  before: 80_000,
  after: 9_000,
  usage: contextUsage({ usedTokens: 80_000, floorTokens: 1_000, windowTokens: 100_000, source: 'divisors' }),
  floor: 1_000,
  threshold: 77_000,
  headroomMin: 10_000,
  isOffline: false,
}

const check = (name: string, changes: Partial<Figures>, expected: ReturnType<typeof judge>) =>
  it(name, () => {
    expect(judge({ ...figures, ...changes })).toBe(expected)
  })

describe('acceptance', () => {
  check('takes what frees a tenth and leaves headroom', {}, 'accepted')
  check('refuses what frees less than a tenth', { before: 9_900, after: 9_000 }, 'no_gain')
  check('takes exactly a tenth', { before: 10_000, after: 9_000 }, 'accepted')
  check('sends what leaves less than the headroom down the ladder', { after: 67_001, threshold: 77_000 }, 'no_headroom')
  // 40 % of the effective window of 91,808 above the floor of 1,000.
  check('sends what still fills two fifths down the ladder', { after: 37_800 }, 'no_headroom')
  check('takes just under two fifths', { after: 37_700 }, 'accepted')
  check('counts them from the floor as it will be', { after: 37_700, floor: 900 }, 'no_headroom')
  check('asks for no headroom where nobody goes on', { after: 67_001, isOffline: true }, 'accepted')

  it('asks for at least a tenth of the window', () => {
    const minimum = (min_headroom: number | undefined, windowTokens: number) =>
      headroomMinimum({
        options: min_headroom === undefined ? {} : { min_headroom },
        settings: DEFAULT_SETTINGS.compact,
        windowTokens,
      })
    expect([minimum(undefined, 8_192), minimum(undefined, 200_000), minimum(50_000, 200_000)]).toEqual([
      819, 20_000, 50_000,
    ])
  })
})
