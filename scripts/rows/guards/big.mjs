/** What guards the rows of kind BIG: what is too large for the context. */
export const big = [
  {
    row: 'BIG-01',
    without: "the cut of a tool's long output",
    test: 'packages/core/src/daemon/big.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/run-tools.ts',
        text: 'if (!cut) return { text: whole }',
        becomes: 'if (!cut || cut) return { text: whole }',
      },
    ],
  },
  {
    row: 'BIG-03',
    without: 'the size of a page',
    test: 'packages/core/src/daemon/big.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/tools/read-page.ts',
        text: 'PAGE_CHARACTERS_MAX = 32_000',
        becomes: 'PAGE_CHARACTERS_MAX = 32_000_000',
      },
    ],
  },
  {
    row: 'BIG-05',
    without: 'the last state of a line in place of all its states',
    test: 'packages/core/src/daemon/big.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/tools/command/shown-output.ts',
        text: "return uncoloured.includes('\\r') ? uncoloured.split('\\n').map(lastState).join('\\n') : uncoloured",
        becomes: 'return uncoloured',
      },
    ],
  },
  {
    row: 'BIG-06',
    without: 'the rule that a round of calls is cleared whole or not at all',
    test: 'packages/core/src/daemon/rows/big.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/micro/clearable.ts',
        text: 'if (wasResult) round += 1',
        becomes: 'round += 1',
      },
    ],
  },
  {
    row: 'BIG-07',
    without: 'the budget of the tail',
    test: 'packages/core/src/daemon/rows/big.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/tail.ts',
        text: 'if (cost > (group === newest ? newestMax : room) || count >= maxItems) break',
        becomes: 'if (cost > room + count * 1e9 && maxItems < 0) break',
      },
    ],
  },
  {
    row: 'BIG-09',
    without: 'the cut of what an event says of an output',
    test: 'packages/core/src/daemon/rows/big.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/run-tools.ts',
        text: 'result, output: capped.text, durationMs',
        becomes: 'result, output: result.output, durationMs',
      },
    ],
  },
]
