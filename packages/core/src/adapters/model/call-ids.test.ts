import { CallId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { uniqueCallIds } from './call-ids.ts'
import { called } from './testing/sampling.ts'

test('an id is kept where it is new, and replaced where it is missing, taken or too long', () => {
  let made = 0
  const idOf = uniqueCallIds([called('call_0')], () => CallId.parse(`fresh_${++made}`))
  expect([null, undefined, '', 'call_0', 'call_1', 'call_1', 'x'.repeat(201)].map(idOf)).toEqual([
    'fresh_1',
    'fresh_2',
    'fresh_3',
    'fresh_4',
    'call_1',
    'fresh_5',
    'fresh_6',
  ])
})
