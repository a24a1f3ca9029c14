/** What guards the rows of kind STORE: logs and files that are torn, full or gone. */
export const store = [
  {
    row: 'STORE-01',
    without: 'the line that begins on its own behind a torn one',
    test: 'packages/core/src/daemon/rows/store.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/line-writer.ts',
        text: 'let isInsideLine = endsInsideLine',
        becomes: 'let isInsideLine = endsInsideLine && path === null',
      },
    ],
  },
  {
    row: 'STORE-03',
    without: 'taking back what a full disk took of a line',
    test: 'packages/cli/src/disk-full.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/line-writer.ts',
        text: 'if (bytes > 0) target.takeBack(bytes)',
        becomes: 'if (bytes < 0) target.takeBack(bytes)',
      },
    ],
  },
  {
    row: 'STORE-04',
    without: 'taking back the half of a line that was written',
    test: 'packages/cli/src/half-written.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/line-writer.ts',
        text: 'if (bytes > 0) target.takeBack(bytes)',
        becomes: 'if (bytes < 0) target.takeBack(bytes)',
      },
    ],
  },
  {
    row: 'STORE-05',
    without: 'one line for the end of the old view and the new one',
    test: 'packages/core/src/runtime/store-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/fly.ts',
        text: "  record.append([{ type: 'compacted'",
        becomes: "  record.append([{ type: 'rollback', payload: { turns: 1 } }])\n  record.append([{ type: 'compacted'",
      },
    ],
  },
  {
    row: 'STORE-06',
    without: 'the line that a compaction is in the log',
    test: 'packages/core/src/daemon/store-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/thread-log.ts',
        text: 'writer.push(lines.map((line)',
        becomes: "writer.push(lines.filter(({ type }) => type !== 'compacted').map((line)",
      },
    ],
  },
  {
    row: 'STORE-07',
    without: 'the id that a thread keeps when it compacts',
    test: 'packages/core/src/daemon/store-rows.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/thread-log.ts',
        text: 'import { fstatSync, ftruncateSync, writeSync }',
        becomes: 'import { fstatSync, ftruncateSync, renameSync, writeSync }',
      },
      {
        file: 'packages/core/src/adapters/store/thread-log.ts',
        text: '      ordinal += lines.length\n',
        becomes:
          "      ordinal += lines.length\n      if (items.some(({ type }) => type === 'compacted')) renameSync(options.path, options.path.replace('-th_', '-th_2'))\n",
      },
    ],
  },
  {
    row: 'STORE-09',
    without: 'the entry that a compaction is in an export',
    test: 'packages/cli/src/export.test.ts',
    changes: [
      {
        file: 'packages/cli/src/export/entries.ts',
        text: "return { kind: 'compaction', id, at, number, trigger, strategy, ...figures, summary: message }",
        becomes: "return { kind: 'compaction', id, at, number, trigger, strategy, ...figures, summary: '' }",
      },
    ],
  },
]
