import { expect, test } from 'vitest'
import { claudeRecord } from './claude-record.ts'

const place = { line: 4, at: 0 }

test('lines outside the chain are none, a message without ids follows the one before', () => {
  expect(claudeRecord({ type: 'mode', uuid: 'x' }, place, null)).toBeNull()
  expect(claudeRecord({ type: 'system', subtype: 'x' }, place, null)).toBeNull()
  expect(claudeRecord({ type: 'user', message: { content: 'x' } }, place, 'before')).toMatchObject({
    uuid: 'line 4',
    parent: 'before',
  })
})

test('context is input with what was cached, and the output', () => {
  const usage = { input_tokens: 1, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 4_000 }
  const tokens = (message: object) =>
    claudeRecord({ type: 'assistant', uuid: 'a', message }, place, null)?.contextTokens
  expect(tokens({ id: 'm', content: [], usage })).toBe(4_321)
  expect(tokens({ id: 'm', content: [] })).toBeUndefined()
  expect(tokens({ id: 'm', model: '<synthetic>', content: [], usage })).toBeUndefined()
})

test('a boundary names the tail that stays, record by record or by its ends', () => {
  const boundary = (compactMetadata: object) =>
    claudeRecord({ type: 'system', subtype: 'compact_boundary', uuid: 'b', compactMetadata }, place, null)?.boundary
  expect(
    boundary({ trigger: 'manual', preTokens: 5, preservedMessages: { uuids: ['a'], allUuids: ['a', 'b'] } }),
  ).toEqual({
    kind: 'compact',
    trigger: 'manual',
    preserved: { uuids: ['a', 'b'] },
    tokensBefore: 5,
    tokensAfter: undefined,
  })
  expect(boundary({ preservedSegment: { headUuid: 'a', tailUuid: 'c' } })).toMatchObject({
    trigger: 'built_in',
    preserved: { uuids: [], head: 'a', tail: 'c' },
  })
})
