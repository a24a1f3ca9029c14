/** What guards the rows of kind COST: requests, bytes and money spent twice. */
export const cost = [
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
