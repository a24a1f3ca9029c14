/** What guards the rows of kind BIG: what is too large for the context. */
export const big = [
  {
    row: 'BIG-01',
    without: "the cut of a tool's long output",
    test: 'packages/core/src/daemon/big.test.ts',
    changes: [
      { file: 'packages/core/src/runtime/run-tools.ts', text: 'if (!cut) return', becomes: 'if (!cut || cut) return' },
    ],
  },
]
