import { expect, test } from 'vitest'
import { parsePrompt } from './frontmatter.ts'

const none = { percentRemainingLt: {} }

test('frontmatter is read, and the body is what follows it', () => {
  const rows: readonly (readonly [string, object])[] = [
    ['Just text.\n---\nmore', { frontmatter: none, body: 'Just text.\n---\nmore' }],
    ['---\n---\nbody', { frontmatter: none, body: 'body' }],
    ['---\nversion: 3\n---\n\nbody', { frontmatter: none, body: '\nbody' }],
    [
      '\uFEFF---\r\ntrigger:\r\n  asap_percent_remaining_lt: 50\r\n---\r\nbody',
      { frontmatter: { percentRemainingLt: { asap: 50 } }, body: 'body' },
    ],
    [
      '---\ntrigger:\n  auto_requires_any_boundary: [commit, agent_done]\npacket:\n  max_tail_chars: 0\n---',
      {
        frontmatter: { percentRemainingLt: {}, requiresAnyBoundary: ['commit', 'agent_done'], maxTailChars: 0 },
        body: '',
      },
    ],
  ]
  for (const [text, value] of rows) expect(parsePrompt(text)).toEqual({ ok: true, value })
})

test('outdated, misspelt and impossible keys are refused by name', () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      'trigger:\n  percent_remaining_lt: 75',
      '`trigger.percent_remaining_lt` is not read any more; write `trigger.ready_percent_remaining_lt`',
    ],
    ['triger: {}', 'unknown key `triger`; one of: version, trigger, packet'],
    ['packet:\n  tail: 1', 'unknown key `packet.tail`; one of: packet.max_tail_chars'],
    ['packet:\n  max_tail_chars: -1', '`packet.max_tail_chars` must be a whole number of at least 0'],
    [
      'trigger:\n  early_percent_remaining_lt: 101',
      '`trigger.early_percent_remaining_lt` must be a number from 0 to 100',
    ],
    ['trigger: 5', '`trigger` is no list of keys'],
    ['packet: x', '`packet` is no list of keys'],
    ['- a', 'the frontmatter is no list of keys'],
  ]
  for (const [yaml, error] of rows) expect(parsePrompt(`---\n${yaml}\n---\nbody`)).toEqual({ ok: false, error })
  expect(parsePrompt('---\ntrigger:\n  auto_requires_any_boundary: [comit]\n---\n')).toMatchObject({ ok: false })
  expect(parsePrompt('---\ntrigger:\n  toString: 1\n---\n')).toMatchObject({ ok: false })
  expect(parsePrompt('---\na: [\n---\n')).toMatchObject({ ok: false })
})
