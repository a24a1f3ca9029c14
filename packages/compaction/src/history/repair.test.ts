import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, type Draft, numbered, patch, result, say, think, user } from '../testing/items.ts'
import { session } from '../testing/random-session.ts'
import { repairPairs } from './repair.ts'

const check = (name: string, drafts: readonly Draft[], ids: readonly string[]) =>
  it(name, () => {
    expect(repairPairs(numbered(drafts)).map((item) => item.meta.id)).toEqual(ids)
  })

describe('repair', () => {
  check('leaves a legal history alone', [user('a'), call('1', 'x', {}), result('1', 'r')], ['i1', 'i2', 'i3'])
  check('adds a result behind a call that has none', [call('1', 'x', {}), user('b')], ['i1', 'i1.out', 'i2'])
  check('drops a result that has no call', [result('1', 'r'), say('b')], ['i2'])
  check(
    'drops a result that comes before its call, and adds one',
    [result('1', 'r'), call('1', 'x', {})],
    ['i2', 'i2.out'],
  )
  check('keeps the first of two results', [call('1', 'x', {}), result('1', 'r'), result('1', 's')], ['i1', 'i2'])
  check(
    'keeps the first of two calls with one id',
    [call('1', 'x', {}), call('1', 'y', {}), result('1', 'r')],
    ['i1', 'i3'],
  )
  check('drops reasoning that led to nothing', [think('t'), user('b'), think('u')], ['i2'])
  check('keeps reasoning that led to a call or an answer', [think('t'), think('u'), say('b')], ['i1', 'i2', 'i3'])

  it('answers a custom call with a custom result', () => {
    expect(repairPairs(numbered([patch('1', '')])).map((item) => item.type)).toEqual([
      'custom_tool_call',
      'custom_tool_call_output',
    ])
  })

  it('is idempotent and touches no item, also on histories torn at any place', () => {
    fc.assert(
      fc.property(session({ turnsMax: 6 }), fc.nat(), fc.nat(), (drafts, from, to) => {
        const items = numbered(drafts)
        const torn = items.slice(from % items.length, (to % items.length) + 1)
        const once = repairPairs(torn)
        expect(repairPairs(once)).toEqual(once)
        expect(once.filter((item) => item.meta.origin !== 'synthetic').every((item) => torn.includes(item))).toBe(true)
      }),
    )
  })
})
