import { expect, test } from 'vitest'
import { fetchedEvents, summaryEvent, userEvent } from './event-of-text.ts'

test('a text as an event, with an item that says the same', () => {
  expect(userEvent('Keep it.', 'r1')).toMatchObject({
    kind: 'user',
    text: 'Keep it.',
    item: { meta: { origin: 'user' } },
  })
  expect(summaryEvent('Before.')).toMatchObject({ kind: 'summary', item: { meta: { origin: 'summary' } } })
})

test('a fetched page is a call and its result, of the tool and of nobody else', () => {
  expect(fetchedEvents('page', 'a1').map(({ kind, callId, item }) => [kind, callId, item.meta.origin])).toEqual([
    ['call', 'a1', 'assistant'],
    ['result', 'a1', 'tool'],
  ])
})
