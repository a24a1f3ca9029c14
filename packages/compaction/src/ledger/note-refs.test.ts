import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, result, user } from '../testing/items.ts'
import type { Ledger } from './facts.ts'
import { ledgerOf } from './ledger.ts'

const read = (drafts: readonly Draft[]): Ledger => ledgerOf(historyWith(drafts))

describe('references in the ledger', () => {
  it('finds links, tickets, issues and commits', () => {
    const ledger = read([
      user('see https://example.org/a?b=1, and ENT-241 (#12)'),
      call('1', 'shell', { command: 'git commit -m "x"' }),
      result('1', '[main 1a2b3c4] x', 0),
    ])
    expect([...ledger.refs.keys()]).toEqual(['https://example.org/a?b=1', 'ENT-241', '#12', 'commit 1a2b3c4'])
  })
})
