/** What guards the rows of kind WIRE: requests made invalid by rewriting history. */
export const wire = [
  {
    row: 'WIRE-01',
    without: 'groups of calls and results, and the repair behind them',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/groups.ts',
        text: '...cutsInsidePairs(items), ',
        becomes: '',
      },
      {
        file: 'packages/compaction/src/history/history.ts',
        text: 'repairPairs([...history.seen.items, ...allItems(history).slice(history.seen.from)].filter(isSent))',
        becomes: '[...history.seen.items, ...allItems(history).slice(history.seen.from)].filter(isSent)',
      },
    ],
  },
  {
    row: 'WIRE-04',
    without: 'groups of calls and results',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/groups.ts',
        text: '...cutsInsidePairs(items), ',
        becomes: '',
      },
    ],
  },
  {
    row: 'WIRE-05',
    without: 'results that are missing by what the view holds alone: with a memory of calls beside it',
    test: 'packages/core/src/daemon/rows/calls.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/repair.ts',
        text: `  return items.flatMap((item) =>
    isToolCall(item)`,
        becomes: `  const remembered: Map<string, ToolCallItem> = ((globalThis as { calls?: Map<string, ToolCallItem> }).calls ??= new Map())
  for (const call of items.filter(isToolCall)) remembered.set(call.call_id, call)
  const gone = [...remembered.values()].filter(({ call_id }) => !answered.has(call_id))
  return [...items, ...gone.map(missingResult)].flatMap((item) =>
    isToolCall(item)`,
      },
    ],
  },
  {
    row: 'WIRE-07',
    without: 'the results of calls that were interrupted, and the repair behind them',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/turn/ending.ts',
        text: `state.name === 'running_tools' || state.name === 'awaiting_approval' ? closeCalls(state.batch) : []`,
        becomes: `state.name === 'awaiting_approval' ? closeCalls(state.batch) : []`,
      },
      {
        file: 'packages/compaction/src/history/repair.ts',
        text: 'withResults(withoutStrays(items))',
        becomes: 'withoutStrays(items)',
      },
    ],
  },
  {
    row: 'WIRE-08',
    without: 'the wait for the end of the round',
    test: 'packages/core/src/daemon/rows/calls.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/mid-turn.ts',
        text: `    if (decision.kind !== 'leave') return { isAccepted: true, message: ACCEPTED }
`,
        becomes: `    if (decision.kind !== 'leave') {
      const wish = { trigger: 'agent_request', decisionId, packetAuthor: 'none', handoff: null } as const
      this.#parts.postSession({ type: 'turn_wants_compaction', ...wish })
      return { isAccepted: true, message: ACCEPTED }
    }
`,
      },
    ],
  },
  {
    row: 'WIRE-09',
    without: 'what was said since the view was made',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/history.ts',
        text: '...allItems(history).slice(history.seen.from)].filter(isSent)',
        becomes: '...(history.seen.from === 0 ? allItems(history) : [])].filter(isSent)',
      },
    ],
  },
  {
    row: 'WIRE-10',
    without: 'the leaving out of what was refused as unreadable',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/concessions.ts',
        text: 'withdraw: (refused) => withoutEncrypted(new Set(encryptedOf(refused))),',
        becomes: 'withdraw: () => (body) => body,',
      },
    ],
  },
  {
    row: 'WIRE-12',
    without: 'the leaving out of what another provider cannot read',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/concessions.ts',
        text: '!isEncrypted(item) || !contents.has(item.encrypted_content))',
        becomes: '!isEncrypted(item) || contents.size > 0)',
      },
    ],
  },
  {
    row: 'WIRE-13',
    without: 'groups of a thought and what it led to',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/groups.ts',
        text: ', ...cutsBehindReasoning(items)]',
        becomes: ']',
      },
    ],
  },
  {
    row: 'WIRE-15',
    without: 'encrypted content as it came, byte for byte',
    test: 'packages/core/src/daemon/rows/wire.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/responses-items.ts',
        text: '            encrypted_content: item.encrypted_content,',
        becomes: '            encrypted_content: item.encrypted_content.trimEnd(),',
      },
    ],
  },
]
