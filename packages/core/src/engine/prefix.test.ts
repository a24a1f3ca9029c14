import { type HistoryItem, ItemId } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterRequest, NO_PREFIX, type Sent } from './prefix.ts'

const item = (n: number, text = `item ${n}`): HistoryItem => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  meta: { id: ItemId.parse(`i${n}`), at: 0, origin: 'user' },
})

const sent = (items: readonly HistoryItem[], more: Partial<Sent> = {}): Sent => ({
  head: ['alder', 'Be brief.'],
  items,
  rewrites: 0,
  ...more,
})

const after = (...requests: readonly Sent[]) => requests.reduce(afterRequest, NO_PREFIX)

test('a history that only grows breaks nothing, made anew or not', () => {
  const growing = [1, 2, 5, 5].map((length) => sent(Array.from({ length }, (_, n) => item(n))))
  expect(after(...growing)).toMatchObject({ requests: 4, breaks: 0, lastBreak: null })
})

test('an item that changed or left, and another head, are breaks with their cause', () => {
  expect(after(sent([item(1), item(2)]), sent([item(1), item(2, 'x')]))).toMatchObject({
    breaks: 1,
    lastBreak: 'message i2 changed',
  })
  expect(after(sent([item(1), item(2)]), sent([item(1)]))).toMatchObject({ breaks: 1, lastBreak: 'message i2 left' })
  const other = sent([item(1)], { head: ['birch', 'Be brief.'] })
  expect(after(sent([item(1)]), other, other)).toMatchObject({
    breaks: 1,
    lastBreak: expect.stringMatching(/^the mod/),
  })
})

test('a view that was written anew is no break, whatever it holds', () => {
  const property = fc.property(fc.array(fc.nat(9)), fc.array(fc.nat(9)), (before, now) => {
    const { breaks } = after(
      sent(before.map((n) => item(n))),
      sent(
        now.map((n) => item(n)),
        { rewrites: 1 },
      ),
    )
    expect(breaks).toBe(0)
  })
  fc.assert(property)
})
