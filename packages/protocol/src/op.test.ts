import { expect, test } from 'vitest'
import { EventMsg } from './event-msg.ts'
import { isLogged } from './logged.ts'
import { isQuery, Op } from './op.ts'

test('every query has an event that answers it, called like the query and _result, and never logged', () => {
  const events: readonly string[] = EventMsg.options.map(({ shape }) => shape.type.value)
  const queries = Op.options.map(({ shape }) => shape.type.value).filter((type) => isQuery({ type } as Op))
  for (const result of queries.map((type) => `${type}_result`)) {
    expect(events).toContain(result)
    expect(isLogged({ type: result } as EventMsg)).toBe(false)
  }
})
