/** What guards the rows of kind COST: money, time and memory. */
const TEST = 'packages/core/src/daemon/rows/cost.long.test.ts'
const MEMORY = 'packages/core/src/daemon/rows/memory.long.test.ts'

export const cost = [
  {
    row: 'COST-01',
    without: "the live request's tools in the request for a summary",
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/runtime/condense.ts',
        text: "    tools: specs,\n    toolChoice: 'none',\n    maxOutputTokens",
        becomes: "    tools: [],\n    toolChoice: 'none',\n    maxOutputTokens",
      },
    ],
  },
  {
    row: 'COST-02',
    without: 'one order of the tools',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/runtime/read-answer.ts',
        text: '    tools: specs,\n',
        becomes: '    tools: [...specs].sort(() => Math.random() - 0.5),\n',
      },
    ],
  },
  {
    row: 'COST-03',
    without: 'the flight that others join',
    test: TEST,
    changes: [
      {
        file: 'packages/core/src/engine/session/compaction.ts',
        text: "    case 'compacting':\n      return joined(state, id, phase.inFlight.ask.submissionId)\n",
        becomes:
          "    case 'compacting':\n      return startCompaction(state, { ask, fresh }, accepted(event, 'started'))\n",
      },
    ],
  },
  {
    row: 'COST-06',
    without: 'letting go of the bytes a line was read from',
    test: MEMORY,
    changes: [
      {
        file: 'packages/core/src/adapters/store/read-log.ts',
        text: '      lines.push(line.value)\n',
        becomes: '      lines.push({ ...line.value, bytes: Buffer.from(text) } as RolloutLine)\n',
      },
    ],
  },
  {
    row: 'COST-06',
    without: 'one copy of what an event and an item say alike',
    test: MEMORY,
    changes: [
      {
        file: 'packages/core/src/adapters/store/read-log.ts',
        text: '      shareTexts(line.value)\n',
        becomes: '',
      },
    ],
  },
  {
    row: 'COST-08',
    without: 'letting go of an archive once it is written',
    test: MEMORY,
    changes: [
      {
        file: 'packages/core/src/runtime/keep-beside.ts',
        text: '  const items = visibleItems(record.history())\n',
        becomes:
          '  const items = visibleItems(record.history())\n  ;((globalThis as { kept?: unknown[] }).kept ??= []).push(Buffer.from(JSON.stringify(items)))\n',
      },
    ],
  },
  {
    row: 'COST-09',
    without: 'the index of what an earlier listing read',
    test: 'packages/cli/src/sessions.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/thread-listing.ts',
        text: 'lookAgain(log, before.get(log.path))',
        becomes: 'lookAgain(log, undefined)',
      },
    ],
  },
  {
    row: 'COST-09',
    without: 'the bound on what one listing reads beside the ends of logs',
    test: 'packages/cli/src/sessions.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/store/thread-listing.ts',
        text: 'whole ? Number.POSITIVE_INFINITY : READ_ON_BYTES',
        becomes: 'whole ? READ_ON_BYTES : Number.POSITIVE_INFINITY',
      },
    ],
  },
  {
    row: 'COST-09',
    without: 'a daemon that begins without looking at any thread',
    test: 'packages/cli/src/sessions.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/daemon/main.ts',
        text: '  const world = openWorld(options)\n',
        becomes: '  const world = openWorld(options)\n  await world.store.list()\n',
      },
    ],
  },
]
