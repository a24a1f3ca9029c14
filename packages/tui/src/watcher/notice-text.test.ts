import { expect, test } from 'vitest'
import { noticeText } from './notice-text.ts'
import type { Notice } from './state.ts'

test('every notice is one line, and says what happens to the conversation', () => {
  const rows: readonly (readonly [Notice, string])[] = [
    [{ kind: 'heads_up', text: 'Compacting.' }, 'Compacting.'],
    [
      { kind: 'packet_by_watcher' },
      'The packet is written by the watcher: this client does not ask the agent for one.',
    ],
    [{ kind: 'would_compact', mode: 'tag', explanation: 'Left.' }, 'Would compact now (mode tag). Left.'],
    [
      { kind: 'would_compact', mode: 'suggest', explanation: 'Left.' },
      'Compacting now is a good idea: /compact does it (mode suggest). Left.',
    ],
    [
      { kind: 'judgment_unavailable', prompt: 'ask.md', tier: 'asap' },
      'ask.md cannot be asked by this client; at this tier compaction goes on without it.',
    ],
    [
      { kind: 'judgment_unavailable', prompt: 'ask.md', tier: 'ready' },
      'ask.md cannot be asked by this client; left alone until it gets more pressing.',
    ],
    [{ kind: 'deferred', explanation: 'Full.' }, 'Compaction waits for your next message. Full.'],
    [{ kind: 'failed', message: 'no gain' }, 'The compaction did not succeed, the conversation is as it was: no gain'],
    [{ kind: 'timed_out' }, 'The compaction took too long and was stopped; the conversation is as it was.'],
    [{ kind: 'cancelled' }, 'Automatic compaction cancelled.'],
  ]
  for (const [notice, text] of rows) expect(noticeText(notice)).toBe(text)
})
