/** What guards the rows of kind RULE: rules, instructions and pins. */
const TEST = 'packages/core/src/daemon/rows/rule.long.test.ts'

/** The second guard of what the project says: a turn tells again what no view shows any more. */
const NEWS = {
  file: 'packages/core/src/runtime/context.ts',
  text: 'if (told.length === 0) return plain',
  becomes: 'if (told.length === 0) return null',
}

export const rule = [
  {
    row: 'RULE-01',
    without: "the project's instructions in the view, and in the news of the next turn",
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/strategy/view-of.ts',
        text: '    ...input.contextItems.map((item): ViewEntry => contextEntry(item, items)),\n',
        becomes: '',
      },
      NEWS,
    ],
  },
  {
    row: 'RULE-02',
    without: "the user's messages after the first one, word for word",
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/extract/user-words.ts',
        text: '  for (const position of later.toReversed()) offer(position, room)\n',
        becomes: '',
      },
    ],
  },
  {
    row: 'RULE-03',
    without: 'tools that are the same whether a view was written anew or not',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/runtime/read-answer.ts',
        text: '    tools: specs,\n',
        becomes: "    tools: record.rewrites() === 0 ? specs : specs.filter(({ name }) => name !== 'apply_patch'),\n",
      },
    ],
  },
  {
    row: 'RULE-05',
    without: 'the room for what the work began with, which is no pasted block',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/extract/user-words.ts',
        text: 'const wholeMax = position === first ? Math.max(limit, PASTED_TOKENS) : PASTED_TOKENS',
        becomes: 'const wholeMax = PASTED_TOKENS',
      },
    ],
  },
  {
    row: 'RULE-06',
    without: 'a look at the pins',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/pins.ts',
        text: 'const wanted = history.pins.flatMap((pin) => positionsOf(pin, { history, ledger }))',
        becomes: 'const wanted: readonly number[] = []',
      },
    ],
  },
  {
    row: 'RULE-07',
    without: 'the place of the first message before all others',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/extract/user-words.ts',
        text: '  offer(first, Math.max(tokens * FIRST_WORDS_SHARE, tokens - wholeTokens(later, { items, rates })))\n',
        becomes: '',
      },
    ],
  },
  {
    row: 'RULE-10',
    without: 'the whole of the instruction file after a compaction: of its sections only a known one',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/runtime/draw-plan.ts',
        text: 'contextItems: contextDrafts(request.context, deps).map(',
        becomes: `contextItems: contextDrafts(
      {
        ...request.context,
        instructions: request.context.instructions.map((file) => ({ ...file, text: file.text.split('# House rules')[0] ?? '' })),
      },
      deps,
    ).map(`,
      },
      // The second guard: a turn tells what stands otherwise in the file than in the view.
      {
        file: 'packages/core/src/runtime/context.ts',
        text: 'if (earlier === undefined) return changed',
        becomes: 'if (earlier === undefined) return null',
      },
    ],
  },
]
