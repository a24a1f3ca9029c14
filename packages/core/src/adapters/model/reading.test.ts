import { expect, test } from 'vitest'
import { z } from 'zod'
import { orGarbage } from './reading.ts'

test('an event without its fields is garbage that names them, and a mistake of ours is no event', () => {
  const read = (event: unknown) =>
    orGarbage(() => {
      z.object({ delta: z.string() }).parse(event)
      return []
    })
  expect(read({ delta: 'x' })).toEqual([])
  expect(read({ delta: 1 })).toEqual([
    { type: 'fault', fault: { type: 'garbage', detail: 'an event without a proper delta' } },
  ])
  expect(read('x')).toEqual([{ type: 'fault', fault: { type: 'garbage', detail: 'an event without a proper shape' } }])
  expect(() =>
    orGarbage(() => {
      throw new TypeError('ours')
    }),
  ).toThrow('ours')
})
