import { expect, test } from 'vitest'
import { EventMsg } from './event-msg.ts'
import { isLogged } from './logged.ts'
import { isQuery, Op } from './op.ts'

test('every query has an event that answers it, called like the query and _result, and never logged', () => {
  const events: readonly string[] = EventMsg.options.map(({ shape }) => shape.type.value)
  // A judgment is an op of the thread: its answer is logged, as its cost must be.
  const results = events.filter((name) => name.endsWith('_result') && !name.includes('judgment'))
  const queries = Op.options.map(({ shape }) => shape.type.value).filter((type) => isQuery({ type } as Op))
  expect(queries.map((type) => `${type}_result`).toSorted()).toEqual(results.toSorted())
  for (const type of results) expect(isLogged({ type } as EventMsg)).toBe(false)
})
