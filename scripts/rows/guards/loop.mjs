/** What guards the rows of kind LOOP: compacting again and again, in vain, or behind finished work. */
export const loop = [
  {
    row: 'LOOP-01',
    without: 'the ceilings of a summary and of what a view may hold, and the gain a compaction must have',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      { file: 'packages/compaction/src/budget.ts', text: 'VIEW_SHARE_MAX = 0.4', becomes: 'VIEW_SHARE_MAX = 1' },
      { file: 'packages/compaction/src/accept.ts', text: 'GAIN_MIN = 0.1', becomes: 'GAIN_MIN = -10' },
      {
        file: 'packages/compaction/src/narrative/read-answer.ts',
        text: '>= inputTokens)',
        becomes: '< inputTokens - inputTokens)',
      },
      {
        file: 'packages/compaction/src/budget.ts',
        text: 'options.budget ?? viewTokens(settings, usage)',
        becomes: 'options.budget ?? 10 * viewTokens(settings, usage)',
      },
      {
        file: 'packages/compaction/src/strategy/compose.ts',
        text: 'if (room < 0) break',
        becomes: 'if (room === 0) break',
      },
      {
        file: 'packages/compaction/src/narrative/read-answer.ts',
        text: '    ANSWER_TOKENS_MAX[kind],',
        becomes: '    6 * ANSWER_TOKENS_MAX[kind],',
      },
      { file: 'packages/compaction/src/accept.ts', text: 'USED_SHARE_MAX = 0.4', becomes: 'USED_SHARE_MAX = 1' },
    ],
  },
  {
    row: 'LOOP-03',
    without: 'the doubt about a figure from before the compaction',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/usage-ledger.ts',
        text: 'const STALE_TIMES = 4',
        becomes: 'const STALE_TIMES = 4_000',
      },
    ],
  },
  {
    row: 'LOOP-05',
    without: 'the clamp of what an answer reserves',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      {
        file: 'packages/policy/src/context-pressure.ts',
        text: 'Math.min(maxOutputTokens ?? OUTPUT_TOKENS_DEFAULT, Math.floor(windowTokens / OUTPUT_SHARE_OF_WINDOW))',
        becomes:
          'maxOutputTokens ?? Math.min(OUTPUT_TOKENS_DEFAULT, Math.floor(windowTokens / OUTPUT_SHARE_OF_WINDOW))',
      },
    ],
  },
  {
    row: 'LOOP-06',
    without: 'the look at what no compaction frees',
    test: 'packages/core/src/runtime/trigger-rows.test.ts',
    changes: [
      { file: 'packages/policy/src/tier.ts', text: 'FLOOR_PERCENT_MAX = 60', becomes: 'FLOOR_PERCENT_MAX = 600' },
    ],
  },
  {
    row: 'LOOP-07',
    without: 'the wish of the user as a condition of going on',
    test: 'packages/cli/src/agent/path-turns.test.ts',
    changes: [
      {
        file: 'packages/tui/src/watcher/evaluate.ts',
        text: `  settings.rawr_auto_compaction.continue_after_compaction &&
  at === 'turn_end' &&
  facts.plan.some(({ status }) => status !== 'completed') &&
  !asksUser(facts.lastAgentMessage ?? '')`,
        becomes:
          "  (settings.features.rawr_auto_compaction || !asksUser(facts.lastAgentMessage ?? '')) && at === 'turn_end'",
      },
    ],
  },
  {
    row: 'LOOP-09',
    without: 'the gain that is known before anybody is asked',
    test: 'packages/core/src/runtime/trigger-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: 'return plan.ok ? null : plan.error\n',
        becomes: 'return plan.ok ? null : null\n',
      },
    ],
  },
  {
    row: 'LOOP-10',
    without: 'the order that what serves a compaction leaves with it',
    test: 'packages/core/src/runtime/trigger-rows.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/history/turns.ts',
        text: "meta.origin === 'packet' ?",
        becomes: "meta.origin === 'packet' && meta.id === '' ?",
      },
    ],
  },
  {
    row: 'LOOP-12',
    without: 'the refusal of a compaction that frees nothing',
    test: 'packages/core/src/runtime/trigger-rows.test.ts',
    changes: [{ file: 'packages/compaction/src/accept.ts', text: 'GAIN_MIN = 0.1', becomes: 'GAIN_MIN = -10' }],
  },
  {
    row: 'LOOP-13',
    without: 'the room above the floor as a condition of a tier',
    test: 'packages/core/src/runtime/triggers.test.ts',
    changes: [
      {
        file: 'packages/policy/src/tier.ts',
        text: '* FREEABLE_SHARE_OF_WINDOW < usage.window_tokens',
        becomes: '* FREEABLE_SHARE_OF_WINDOW < 0',
      },
    ],
  },
]
