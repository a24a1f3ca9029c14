import { ItemId, type Origin, type RolloutItem, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { stampItem, textDraft } from '../item-draft.ts'
import { maskDeep, maskEvent, maskLine } from './mask-line.ts'
import { PLANTED } from './testing/planted-secrets.ts'
import { openVault } from './vault.ts'

const { text, value } = PLANTED[0] ?? { text: '', value: '' }

const itemOf = (origin: Origin): RolloutItem => ({
  type: 'response_item',
  payload: stampItem(textDraft(origin, text), { id: ItemId.parse('i1'), at: 1 }),
})

test.each(['user', 'context', 'pin'] as const)('an item of origin %s stays byte for byte', (origin) => {
  expect(maskLine(openVault(), itemOf(origin))).toEqual(itemOf(origin))
})

test.each(['assistant', 'tool', 'summary', 'packet', 'handoff', 'restored', 'snapshot', 'synthetic'] as const)(
  'an item of origin %s has no secret left',
  (origin) => {
    const masked = JSON.stringify(maskLine(openVault(), itemOf(origin)))
    expect(masked).not.toContain(value)
    expect(masked).toContain('[secret:1]')
  },
)

test('what is signed, and what refers to something, is never touched', () => {
  const vault = openVault()
  const given = { encrypted_content: value, id: value, summary: [{ text: value }] }
  expect(maskDeep(vault, given)).toEqual({ encrypted_content: value, id: value, summary: [{ text: '[secret:1]' }] })
  const clean = { output: 'nothing to hide' }
  expect(maskDeep(vault, clean)).toBe(clean)
})

test('the user reads their own words, and of all others the masked ones', () => {
  const vault = openVault()
  expect(maskEvent(vault, { type: 'warning', message: text })).toEqual({
    type: 'warning',
    message: 'OPENAI_API_KEY=[secret:1]',
  })
})

test('a message of the queue stays as the user wrote it, when it is edited too; what else is queued has no secret left', () => {
  const submission_id = SubmissionId.parse('sb_1')
  const items = [{ type: 'text' as const, text }]
  const edited: RolloutItem = { type: 'queue', payload: { change: 'replaced', submission_id, items } }
  expect(maskLine(openVault(), edited)).toEqual(edited)
  const dropped: RolloutItem = { type: 'queue', payload: { change: 'dropped', submission_id, reason: text } }
  expect(JSON.stringify(maskLine(openVault(), dropped))).not.toContain(value)
})
