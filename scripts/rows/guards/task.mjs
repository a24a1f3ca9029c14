/** What guards the rows of kind TASK: the live request, the plan, and how far the work is. */
const TEST = 'packages/core/src/daemon/rows/task.long.test.ts'

const STATE = 'packages/compaction/src/extract/state.ts'
const COMPOSE = 'packages/compaction/src/strategy/compose.ts'

export const task = [
  {
    row: 'TASK-01',
    without: 'the mark on requests that were handled',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/view/project.ts',
        text: 'kept.push(entry.handled === true ? handled(item) : item)',
        becomes: 'kept.push(item)',
      },
    ],
  },
  {
    row: 'TASK-03',
    without: 'the queue behind a compaction',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/engine/session/messages.ts',
        text: "if (state.phase.name === 'idle' && state.hold === null && state.queue.length === 0 && !state.resting)",
        becomes:
          "if ((state.phase.name === 'idle' || state.phase.name === 'compacting') && state.hold === null && state.queue.length === 0 && !state.resting)",
      },
    ],
  },
  {
    row: 'TASK-04',
    without: 'the plan in the state of the work',
    test: TEST,
    changes: [{ file: STATE, text: 'lines: planLines(ledger) }', becomes: 'lines: [] }' }],
  },
  {
    row: 'TASK-05',
    without: 'the marks of the steps, newest plan first',
    test: TEST,
    changes: [
      {
        file: STATE,
        text: 'STATUS_MARK[status]',
        becomes: 'STATUS_MARK.pending',
      },
    ],
  },
  {
    row: 'TASK-06',
    without: 'the commands in the state of the work, and their lines among the quotes',
    test: TEST,
    changes: [
      { file: STATE, text: 'lines: commandLines(ledger) }', becomes: 'lines: [] }' },
      {
        file: 'packages/compaction/src/extract/read-lines.ts',
        text: "use.command.replaceAll(/\\s+/g, ' ')",
        becomes: "''",
      },
    ],
  },
  {
    row: 'TASK-09',
    without: 'the wish that waits for the next cut',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/engine/session/compaction.ts',
        text: '{ ...state, wanted: ask },',
        becomes: '{ ...state, wanted: null },',
      },
    ],
  },
  {
    row: 'TASK-10',
    without: 'lines of what was read',
    test: TEST,
    changes: [
      {
        file: COMPOSE,
        text: '    if (isShown(unit)) shownUnits.push(unit)\n',
        becomes: "    if (isShown(unit) || unit.voice === 'result') shownUnits.push(unit)\n",
      },
    ],
  },
]
