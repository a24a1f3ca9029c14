/** What guards the rows of kind UNDO: undo, rollback and rewind across a compaction. */
const TEST = 'packages/core/src/daemon/rows/undo.long.test.ts'

const HISTORY = 'packages/compaction/src/history/history.ts'

export const undo = [
  {
    row: 'UNDO-01',
    without: 'the way back across the border: a rollback ends at the compaction',
    test: TEST,
    changes: [
      {
        file: HISTORY,
        text: 'const length = firstItemOfLastTurns(allItems(history), turns)',
        becomes:
          'const length = Math.max(activeCompaction(history)?.position ?? 0, firstItemOfLastTurns(allItems(history), turns))',
      },
    ],
  },
  {
    row: 'UNDO-03',
    without: 'an undo of its own for a compaction: it takes the last turn back too',
    test: TEST,
    changes: [
      {
        file: HISTORY,
        text: 'return withState(history, { id: line.payload.compacted_id, undone: true })',
        becomes: 'return rolledBack(withState(history, { id: line.payload.compacted_id, undone: true }), 1)',
      },
    ],
  },
  {
    row: 'UNDO-04',
    without: 'the difference between a summary and a turn',
    test: TEST,
    changes: [
      {
        file: HISTORY,
        text: 'const length = firstItemOfLastTurns(allItems(history), turns)',
        becomes:
          'const length = firstItemOfLastTurns(allItems(history), activeCompaction(history) === null ? turns : turns - 1)',
      },
    ],
  },
  {
    row: 'UNDO-05',
    without: 'the order of layers: the first comes off first',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/view/undo.ts',
        text: 'return ok(active.entry.id)',
        becomes: 'return ok(history.compactions.find(({ undone }) => !undone)?.entry.id ?? active.entry.id)',
      },
    ],
  },
  {
    row: 'UNDO-07',
    without: 'the entry of a cut like that of every other compaction',
    test: TEST,
    changes: [
      {
        file: HISTORY,
        text: 'compaction.entry.id === id ? { ...compaction, undone } : compaction',
        becomes:
          "compaction.entry.id === id && compaction.entry.trigger !== 'hard_limit' ? { ...compaction, undone } : compaction",
      },
    ],
  },
]
