import { describe, expect, it } from 'vitest'
import { numbered, say, user } from '../testing/items.ts'
import { anchorHash } from './anchor.ts'

describe('the anchor', () => {
  const items = numbered([user('a'), say('b')])
  const [first, second] = items

  it('is a sha-256 that depends on ids, contents and order', () => {
    expect(anchorHash(items)).toMatch(/^[0-9a-f]{64}$/)
    expect(anchorHash([second!, first!])).not.toBe(anchorHash(items))
    expect(anchorHash(numbered([user('a'), say('c')]))).not.toBe(anchorHash(items))
  })

  it('does not depend on what is only known about an item', () => {
    const counted = items.map((item) => ({ ...item, meta: { ...item.meta, tokens: 7 } }))
    expect(anchorHash(counted)).toBe(anchorHash(items))
  })

  it('is the known value for nothing', () => {
    expect(anchorHash([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})
