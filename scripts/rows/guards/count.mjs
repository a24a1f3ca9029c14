/** What guards the rows of kind COUNT: what a provider reports, what we count, and what is shown. */
const TEST = 'packages/core/src/daemon/rows/count.long.test.ts'

const LIMITS = 'packages/core/src/engine/limits.ts'
const LEDGER = 'packages/core/src/engine/usage-ledger.ts'

export const count = [
  {
    row: 'COUNT-01',
    without: 'our own count where nothing was reported',
    test: TEST,
    changes: [
      {
        file: LIMITS,
        text: 'if (anchor === null) return { reported: 0, estimated: staticTokens + visibleTokens }',
        becomes: 'if (anchor === null) return { reported: 0, estimated: 0 }',
      },
    ],
  },
  {
    row: 'COUNT-03',
    without: 'the limits of what is a count of tokens',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/adapters/model/usage.ts',
        text: 'const prompt = z.number().positive().max(TOKENS_MAX)',
        becomes: 'const prompt = z.any()',
      },
      {
        file: 'packages/core/src/adapters/model/usage.ts',
        text: 'const count = z.number().nonnegative().max(TOKENS_MAX).nullish()',
        becomes: 'const count = z.any()',
      },
      // The second guard: what is no plausible figure of the request replaces no estimate.
      {
        file: LEDGER,
        text: '  if (usage.input_tokens <= 0) return false\n',
        becomes: '  if (anchor !== undefined) return true\n',
      },
    ],
  },
  {
    row: 'COUNT-06',
    without: 'the ratio that was learned from reports',
    test: TEST,
    changes: [
      {
        file: LIMITS,
        text: 'const margin = isCalibrated ? learnedRatio(gauge.ledger) : safetyMultiplier',
        becomes: 'const margin = isCalibrated ? 1 : safetyMultiplier',
      },
    ],
  },
  {
    row: 'COUNT-07',
    without: 'one count of an answer: it is added as output, and again as history',
    test: TEST,
    changes: [
      {
        file: LEDGER,
        text: "    visibleTokens,\n    source: 'reported',\n",
        becomes: "    visibleTokens: visibleTokens - last.output_tokens,\n    source: 'reported',\n",
      },
    ],
  },
  {
    row: 'COUNT-08',
    without: 'the figure that is told when a compaction is done',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: '  deps.reportUsage(flight.inFlight.ask.submissionId)\n',
        becomes: '',
      },
    ],
  },
  {
    row: 'COUNT-10',
    without: 'the room before the hard limit, beside the room before the next tier',
    test: 'packages/tui/src/store/run-command.test.ts',
    changes: [
      {
        file: 'packages/tui/src/store/run-command.ts',
        text: 'tokensText(roomToLimit(usage), usage.source)',
        becomes: 'tokensText(usage.window_tokens - usage.used_tokens, usage.source)',
      },
    ],
  },
  {
    row: 'COUNT-11',
    without: 'the estimate of what came since the last report',
    test: TEST,
    changes: [
      {
        file: LIMITS,
        text: 'const since = Math.max(0, visibleTokens - anchor.visibleTokens)',
        becomes: 'const since = Math.min(0, visibleTokens - anchor.visibleTokens)',
      },
    ],
  },
  {
    row: 'COUNT-13',
    without: 'the comparison of an answer with its input',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/narrative/read-answer.ts',
        text: 'if (answerTokens >= inputTokens)',
        becomes: 'if (answerTokens < 0)',
      },
    ],
  },
  {
    row: 'COUNT-14',
    without: 'the count of what was archived',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/strategy/plan-of.ts',
        text: 'archived: prepared.items.length - made.kept - made.cleared,',
        becomes: 'archived: 0,',
      },
    ],
  },
]
