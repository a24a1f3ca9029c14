/** What guards the rows of kind OVER: what does not fit. */
export const over = [
  {
    row: 'OVER-01',
    without: 'the measure of a question for a summary before it is asked',
    test: 'packages/core/src/daemon/rows/smaller.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/condense.ts',
        text: 'if (used + (request.maxOutputTokens ?? 0) > windowTokens)',
        becomes: 'if (used + (request.maxOutputTokens ?? 0) > windowTokens * 100)',
      },
    ],
  },
  {
    row: 'OVER-02',
    without: 'the cut that a compaction makes for itself in a large result',
    test: 'packages/core/src/daemon/rows/smaller.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/tail.ts',
        text: `item !== undefined && isToolOutput(item)

const NOTE`,
        becomes: `item !== undefined && isToolOutput(item) && item.type !== item.type

const NOTE`,
      },
    ],
  },
  {
    row: 'OVER-03',
    without: 'the order of the line in the log before the telling of it',
    test: 'packages/core/src/daemon/rows/smaller.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: `  record.append([{ type: 'compacted', payload: { ...plan.value.entry, ...beside, duration_ms, report } }])
`,
        becomes: '',
      },
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: `  deps.reportUsage(flight.inFlight.ask.submissionId)
`,
        becomes: `  record.append([{ type: 'compacted', payload: { ...plan.value.entry, ...beside, duration_ms, report } }])
  deps.reportUsage(flight.inFlight.ask.submissionId)
`,
      },
    ],
  },
  {
    row: 'OVER-04',
    without: 'the new count that a compaction begins',
    test: 'packages/core/src/daemon/rows/over.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/usage-ledger.ts',
        text: `return { ...ledger, anchor: { tokens: line.payload.tokens_after, visibleTokens, source: 'estimated' } }`,
        becomes: 'return ledger',
      },
    ],
  },
  {
    row: 'OVER-05',
    without: 'the window that the larger model has of its own',
    test: 'packages/core/src/daemon/rows/smaller.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/condense.ts',
        text: 'return (await windowOf(name)) ?? windowTokens',
        becomes: 'return windowTokens',
      },
    ],
  },
  {
    row: 'OVER-06',
    without: 'the table of spellings',
    test: 'packages/core/src/daemon/rows/over.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/overflow-table.ts',
        text: 'OVERFLOW_ROWS.some((row) => isSaidBy(row, said))',
        becomes: 'OVERFLOW_ROWS.some((row) => isSaidBy(row, said) && said.message === said.code)',
      },
    ],
  },
  {
    row: 'OVER-08',
    without: 'the place of the newest request in every view',
    test: 'packages/core/src/daemon/rows/over.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/strategy/view-of.ts',
        text: '...(live === null || liveCut !== null ? [] : [live]),',
        becomes: '',
      },
      {
        file: 'packages/compaction/src/strategy/view-of.ts',
        text: `item.meta.origin !== 'context' && item.type`,
        becomes: `item.meta.origin !== 'context' && item.meta.origin !== 'user' && item.type`,
      },
    ],
  },
  {
    row: 'OVER-09',
    without: 'the lowering of the output to what the window leaves',
    test: 'packages/core/src/daemon/rows/over.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/read-answer.ts',
        text: 'Math.min(max_output_tokens, answerRoom(gauge(), compact.token_safety_multiplier))',
        becomes: 'Math.max(max_output_tokens, answerRoom(gauge(), compact.token_safety_multiplier) * 0)',
      },
    ],
  },
  {
    row: 'OVER-12',
    without: 'the measure of a request before it goes, and the built-in limit beside it',
    test: 'packages/core/src/daemon/rows/smaller.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/limits.ts',
        text: 'if (needed > windowTokens)',
        becomes: 'if (needed > windowTokens * 100)',
      },
      {
        file: 'packages/core/src/engine/limits.ts',
        text: '!featureOn && automatic && rearmed && isOverLimit',
        becomes: '!featureOn && automatic && rearmed && isOverLimit && needed < 0',
      },
    ],
  },
  {
    row: 'OVER-15',
    without: 'the facts that stand where the words of a model fail',
    test: 'packages/cli/src/exec-rows.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: '  const material = { context: context.value, condensed, restored }',
        becomes: `  if (condensed?.why) return failed(deps, flight, { reason: 'no_summary', message: condensed.why })
  const material = { context: context.value, condensed, restored }`,
      },
    ],
  },
  {
    row: 'OVER-16',
    without: 'cuts between the rounds of one turn',
    test: 'packages/core/src/daemon/rows/many-rounds.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/groups.ts',
        text: 'cut === 0 || cut === items.length || !forbidden.has(cut)',
        becomes: `cut === 0 || cut === items.length || (!forbidden.has(cut) && items[cut]?.meta.origin === 'user')`,
      },
    ],
  },
]
