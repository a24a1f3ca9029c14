import { expect, test } from 'vitest'
import { interruptionNotice } from './notices.ts'

test('a notice is fenced, and says why in a word', () => {
  for (const reason of ['interrupted', 'shutdown', 'daemon_restarted'] as const)
    expect(interruptionNotice(reason)).toMatch(new RegExp(`^<turn_aborted reason="${reason}">\\n.+\\n</turn_aborted>$`))
})
