import { expect, test } from 'vitest'
import { noticeText } from './notice-text.ts'
import type { Notice } from './state.ts'

test('every notice is one line, and says what happens to the conversation', () => {
  const rows: readonly (readonly [Notice, string])[] = [
    [{ kind: 'heads_up', text: 'Compacting.' }, 'Compacting.'],
    [{ kind: 'would_compact', mode: 'tag', explanation: 'Left.' }, 'Would compact now (mode tag). Left.'],
    [
      { kind: 'would_compact', mode: 'suggest', explanation: 'Left.' },
      'Compacting now is a good idea: /compact does it (mode suggest). Left.',
    ],
    [{ kind: 'vetoed', explanation: 'Left: the judgment said no.' }, 'Left: the judgment said no.'],
    [{ kind: 'deferred', explanation: 'Full.' }, 'Compaction waits for your next message. Full.'],
    [{ kind: 'failed', message: 'no gain' }, 'The compaction did not succeed, the conversation is as it was: no gain'],
    [{ kind: 'timed_out' }, 'The compaction took too long and was stopped; the conversation is as it was.'],
    [{ kind: 'cancelled' }, 'Automatic compaction cancelled.'],
  ]
  for (const [notice, text] of rows) expect(noticeText(notice)).toBe(text)
})
