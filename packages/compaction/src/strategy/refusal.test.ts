import { contextUsage } from '@rawr/policy'
import { describe, expect, it } from 'vitest'
import { historyWith, id, planInput, say, user, withPins } from '../testing/items.ts'
import { prepare } from './prepared.ts'
import { refusal } from './refusal.ts'

const long = 'word '.repeat(3_000)

describe('a refusal', () => {
  it('names what holds the room, largest first', () => {
    const history = historyWith([user(long), say('ok')])
    const usage = contextUsage({ usedTokens: 9_000, floorTokens: 500, windowTokens: 10_000, source: 'divisors' })
    const refused = refusal({
      input: planInput(history, 9_000, { usage }),
      prepared: prepare(history, { midTurn: true }),
    })
    expect(refused.reason).toBe('rejected')
    expect(refused.held_by?.map(({ what }) => what)).toEqual(['the live request', 'instructions and tool schemas'])
    expect(refused.message).toMatch(/the live request \d+ tokens/)
  })

  it('says that pins are too large when they are the largest that can be changed', () => {
    const history = withPins(historyWith([say(long), user('go on')]), [
      { kind: 'item', first: id('i1'), last: id('i1') },
    ])
    const refused = refusal({ input: planInput(history, 9_000), prepared: prepare(history, { midTurn: true }) })
    expect(refused).toMatchObject({
      reason: 'pins_too_large',
      held_by: [{ what: 'pins' }, { what: 'the live request' }],
    })
  })

  it('lists what is pinned, facts as well, the largest first', () => {
    const history = withPins(historyWith([say('word '.repeat(300)), user('go on')]), [
      { kind: 'item', first: id('i1'), last: id('i1') },
      { kind: 'fact', text: long },
    ])
    const refused = refusal({ input: planInput(history, 9_000), prepared: prepare(history, { midTurn: true }) })
    expect(refused.reason).toBe('pins_too_large')
    expect(refused.message).toMatch(/Pinned are "word (?:word )+.*…" \(\d+ tokens\), i1 \(\d+ tokens\)\.$/)
  })
})
