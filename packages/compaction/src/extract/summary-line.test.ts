import { describe, expect, it } from 'vitest'
import { id } from '../testing/items.ts'
import { lineTokens, renderLine } from './summary-line.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => id(`i${index + 1}`))

describe('a line of the summary', () => {
  it('ends with its sources', () => {
    expect(renderLine({ text: 'changed: a.ts', ids: ids(2) })).toBe('changed: a.ts [i1 i2]')
    expect(renderLine({ text: 'our own words', ids: [] })).toBe('our own words')
  })

  it('is one line of at most 400 characters, pointer included', () => {
    const line = renderLine({ text: 'word\n'.repeat(300), ids: ids(1) })
    expect(line.length).toBeLessThanOrEqual(400)
    expect(line).toMatch(/^(word )+… \[i1\]$/)
  })

  it('names the first and the last of many sources', () => {
    expect(renderLine({ text: 'more', ids: ids(40) })).toBe('more [i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 … i40]')
  })

  it('costs what it is, with its newline', () => {
    expect(lineTokens({ text: '', ids: [] })).toBe(1)
    expect(lineTokens({ text: 'changed: a.ts', ids: ids(1) })).toBeGreaterThan(6)
  })
})
