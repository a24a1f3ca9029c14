import { describe, expect, it } from 'vitest'
import { id, numbered, user } from '../testing/items.ts'
import { DEFAULT_RATES, estimateText } from '../tokens/estimate.ts'
import { chooseWords, cutWords, unseenWords } from './user-words.ts'

const chosen = (texts: readonly string[], tokens: number) => {
  const items = numbered(texts.map((text) => user(text)))
  return chooseWords({ items, candidates: items.map((_, position) => position), tokens, rates: DEFAULT_RATES }).map(
    ({ kind, position }) => `${kind} ${position}`,
  )
}

describe('the user’s words', () => {
  it('all stay while they fit', () => {
    expect(chosen(['do a', 'do b', 'do c'], 100)).toEqual(['whole 0', 'whole 1', 'whole 2'])
  })

  it('the first and the newest stay when not all fit', () => {
    expect(chosen(['do a', 'do b', 'do c', 'do d'], 42)).toEqual(['whole 0', 'whole 2', 'whole 3'])
  })

  it('a long first message stays where all fit, however much of the room it takes', () => {
    expect(chosen(['word '.repeat(80), 'do b', 'do c'], 140)).toEqual(['whole 0', 'whole 1', 'whole 2'])
  })

  it('a long first message does not crowd out the newest', () => {
    expect(chosen(['word '.repeat(80), 'do b', 'do c'], 120)).toEqual(['whole 1', 'whole 2'])
  })

  it('a pasted block is shown as its beginning, its end and its id', () => {
    const block = Array.from({ length: 600 }, (_, index) => `entry ${index} of the list`).join('\n')
    expect(chosen(['do a', block], 1_000)).toEqual(['whole 0', 'cut 1'])
    const [item] = numbered([user(block)])
    const text = item?.type === 'message' ? cutWords({ item, tokensMax: 200, state: 'handled' }) : ''
    expect(text).toMatch(/^\[i1, handled, \d+ tokens, cut\]\nentry 0 of the list\n/)
    expect(text).toMatch(/entry 599 of the list$/)
    expect(estimateText(text, 'result')).toBeLessThan(230)
  })

  it('what does not fit is named in one line each, newest first', () => {
    const orders = ['old', 'new\nlines', 'shown'].map((text, at) => ({ id: id(`i${at}`), at, text }))
    expect(unseenWords(orders, (position) => position === 2)).toEqual([
      { text: 'user: new lines', ids: ['i1'] },
      { text: 'user: old', ids: ['i0'] },
    ])
  })
})
