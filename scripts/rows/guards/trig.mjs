/** What guards the rows of kind TRIG: a compaction too early, too late, or against the user's will. */
export const trig = [
  {
    row: 'TRIG-01',
    without: 'the declared window, where an older default serves',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/gauge.ts',
        text: 'model.context_window ?? WINDOW_TOKENS_DEFAULT',
        becomes: 'Math.min(model.context_window ?? WINDOW_TOKENS_DEFAULT, WINDOW_TOKENS_DEFAULT)',
      },
    ],
  },
  {
    row: 'TRIG-03',
    without: 'the question before a request, both that of the policy and that of the limit',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      { file: 'packages/core/src/engine/limits.ts', text: 'if (needed > windowTokens)', becomes: 'if (needed < 0)' },
      {
        file: 'packages/core/src/runtime/turn.ts',
        text: 'midTurn.reachCut(watched(parts, work), isBetweenAnswers(state))',
        becomes: 'midTurn.reachCut(watched(parts, work), isBetweenAnswers(state) && false)',
      },
    ],
  },
  {
    row: 'TRIG-04',
    without: "the user's switch, at the limit and in the gate of a compaction",
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/limits.ts',
        text: 'compact.enabled && compact.auto_compact_enabled && !breakerOpen',
        becomes: 'compact.enabled && !breakerOpen',
      },
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: 'if (!compact.auto_compact_enabled)\n',
        becomes: 'if (compact.auto_compact_enabled === null)\n',
      },
    ],
  },
  {
    row: 'TRIG-05',
    without: 'both questions between two answers of one turn: that of the policy and that of the limit',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      { file: 'packages/core/src/engine/limits.ts', text: 'if (needed > windowTokens)', becomes: 'if (needed < 0)' },
      {
        file: 'packages/core/src/runtime/turn.ts',
        text: 'midTurn.reachCut(watched(parts, work), isBetweenAnswers(state))',
        becomes: 'midTurn.reachCut(watched(parts, work), isBetweenAnswers(state) && false)',
      },
    ],
  },
  {
    row: 'TRIG-08',
    without: 'the threshold of the tiers',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      {
        file: 'packages/policy/src/tier.ts',
        text: 'usage.percent_remaining < policy[tier].percent_remaining_lt',
        becomes: 'usage.percent_remaining < 100 || policy[tier].percent_remaining_lt < 0',
      },
      {
        file: 'packages/policy/src/tier.ts',
        text: '* FREEABLE_SHARE_OF_WINDOW < usage.window_tokens',
        becomes: '* FREEABLE_SHARE_OF_WINDOW < 0',
      },
    ],
  },
  {
    row: 'TRIG-09',
    without: 'the size of an item, where each counts alike',
    test: 'packages/core/src/runtime/trigger-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/gauge.ts',
        text: 'visibleTokens: visibleTokens(history)',
        becomes: 'visibleTokens: visibleTokens(history) && visibleItems(history).length * 400',
      },
    ],
  },
  {
    row: 'TRIG-10',
    without: 'the right to compact what was compacted before',
    test: 'packages/core/src/runtime/trigger-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: 'const closed = gate(deps, flight)',
        becomes:
          "const closed: PlanRefusal | null = record.history().compactions.length > 0 ? { reason: 'no_gain', message: 'Already compacted.' } : gate(deps, flight)",
      },
    ],
  },
  {
    row: 'TRIG-11',
    without: 'the default that the page tells',
    test: 'packages/cli/src/config.test.ts',
    changes: [
      {
        file: 'packages/protocol/src/default-settings.ts',
        text: 'continue_after_compaction: false',
        becomes: 'continue_after_compaction: true',
      },
    ],
  },
]
