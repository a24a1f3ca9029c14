/** What guards the rows of kind LOCAL: small windows and local servers. */
export const local = [
  {
    row: 'LOCAL-01',
    without: 'the share of the window that bounds the reserve for the answer',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/policy/src/context-pressure.ts',
        text: 'Math.min(maxOutputTokens ?? OUTPUT_TOKENS_DEFAULT, Math.floor(windowTokens / OUTPUT_SHARE_OF_WINDOW))',
        becomes: 'Math.min(maxOutputTokens || OUTPUT_TOKENS_DEFAULT, windowTokens)',
      },
    ],
  },
  {
    row: 'LOCAL-04',
    without: 'the look at what no compaction frees',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/policy/src/tier.ts',
        text: 'usage.floor_tokens * 100 > usage.effective_tokens * FLOOR_PERCENT_MAX',
        becomes: 'usage.floor_tokens * 100 > usage.effective_tokens * FLOOR_PERCENT_MAX * 100',
      },
    ],
  },
  {
    row: 'LOCAL-05',
    without: 'the refusal of what cannot fit an empty thread',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/admit.ts',
        text: 'if (fitsEmptyThread(gauge(), tokens, compact.token_safety_multiplier)) return null',
        becomes: 'if (fitsEmptyThread(gauge(), tokens, compact.token_safety_multiplier) || tokens > 0) return null',
      },
    ],
  },
  {
    row: 'LOCAL-07',
    without: 'the window that is assumed',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/gauge.ts',
        text: 'model.context_window ?? WINDOW_TOKENS_DEFAULT',
        becomes: 'model.context_window ?? WINDOW_TOKENS_DEFAULT * 100',
      },
    ],
  },
  {
    row: 'LOCAL-08',
    without: 'the window that the other model has of its own',
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
    row: 'LOCAL-09',
    without: 'the share of the window that bounds what is kept free',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/policy/src/built-in-limit.ts',
        text: 'Math.min(settings.free_space_buffer, Math.floor(windowTokens / BUFFER_SHARE_OF_WINDOW))',
        becomes: 'settings.free_space_buffer + 8_192',
      },
    ],
  },
]
