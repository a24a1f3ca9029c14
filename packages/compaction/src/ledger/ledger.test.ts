import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendItem, emptyHistory } from '../history/history.ts'
import { numbered, say, user } from '../testing/items.ts'
import { session } from '../testing/random-session.ts'
import { ledgerOf } from './ledger.ts'

describe('the ledger of a history', () => {
  it('is the same, read at once or item by item', () => {
    fc.assert(
      fc.property(session({ turnsMax: 4 }), (drafts) => {
        const items = numbered(drafts)
        const whole = ledgerOf(items.reduce(appendItem, emptyHistory))
        let history = emptyHistory
        for (const item of items) {
          history = appendItem(history, item)
          ledgerOf(history)
        }
        expect(ledgerOf(history)).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })

  it('of an older version knows nothing of what came later', () => {
    const [first, second] = numbered([user('a'), say('b')])
    const old = appendItem(emptyHistory, first!)
    const grown = appendItem(old, second!)
    expect(ledgerOf(grown).lastAnswer?.id).toBe('i2')
    expect(ledgerOf(old)).toMatchObject({ through: 1, lastAnswer: null })
    expect(ledgerOf(grown).through).toBe(2)
  })
})
