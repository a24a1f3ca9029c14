import { expect, test } from 'vitest'
import { readAuditEvent } from './audit-event.ts'

test('an event is read back, and anything else is none', () => {
  const event = { at: 1, seq: 1, thread_id: 'th', name: 'commit', fields: { exit_code: 0 } }
  expect(readAuditEvent(event)).toEqual(event)
  for (const value of [
    null,
    [],
    'x',
    { ...event, at: '1' },
    { ...event, fields: [] },
    { ...event, thread_id: '' },
    { ...event, name: 1 },
  ])
    expect(readAuditEvent(value)).toBe(null)
})
