import { describe, expect, it } from 'vitest'
import { id } from '../testing/items.ts'
import { openLedger } from './open-ledger.ts'

describe('an open ledger', () => {
  it('is empty, and shares nothing with another', () => {
    const ledger = openLedger()
    ledger.orders.push({ id: id('i1'), at: 0, text: 'x' })
    expect(openLedger()).toMatchObject({ through: 0, orders: [], plan: null, lastAnswer: null })
  })
})
