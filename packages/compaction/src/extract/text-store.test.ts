import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Pieces, type TextStore, wholeTexts } from './text-store.ts'

const all = (store: TextStore): readonly string[] => Array.from({ length: store.size }, (_, number) => store.at(number))

it('gives back what it was given, whatever it was cut from', () => {
  const text = fc.array(fc.constantFrom('ab', 'a', '\n', 'quay', '漢'), { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.array(text))), (given) => {
      const stores = [new Pieces(), wholeTexts()] as const
      for (const [source, texts] of given) {
        stores[0].readFrom(source)
        for (const one of texts) for (const store of stores) store.push(one)
      }
      const expected = given.flatMap(([, texts]) => texts)
      for (const store of stores) {
        expect(all(store)).toEqual(expected)
        expect(expected.every((one, number) => store.isAt(number, one))).toBe(true)
        expect([store.at(expected.length), store.isAt(0, 'no such text')]).toEqual(['', false])
      }
    }),
  )
})

it('holds a source once for the lines that were found in it in order', () => {
  const source = 'tie(berthOne)\n  tie(berthTwo)\ntie(berthOne)'
  const pieces = new Pieces()
  pieces.readFrom(source)
  for (const line of ['tie(berthOne)', 'tie(berthTwo)', 'tie(berthOne)']) pieces.push(line)
  // Changed on the way: no place in the source.
  pieces.push('tie( berthNine )')
  pieces.readFrom('tie(berthTen)')
  pieces.push('tie(berthTen)')
  expect(all(pieces).at(3)).toBe('tie( berthNine )')
  expect(all(pieces)).toEqual(['tie(berthOne)', 'tie(berthTwo)', 'tie(berthOne)', 'tie( berthNine )', 'tie(berthTen)'])
})
