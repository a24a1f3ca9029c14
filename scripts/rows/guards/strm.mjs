/** What guards the rows of kind STRM: broken streams, hangs, cancel, retries. */
export const strm = [
  {
    row: 'STRM-01',
    without: 'the patience of a question beside the turn',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/patient-model.ts',
        text: 'if (failure === null || signal.aborted) return events',
        becomes: 'if (failure === null || signal.aborted || failure !== null) return events',
      },
    ],
  },
  {
    row: 'STRM-03',
    without: 'the timer of silence',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/open-stream.ts',
        text: 'clock.after(idleTimeoutMs, () => controller.abort())',
        becomes: 'clock.after(idleTimeoutMs, () => {})',
      },
    ],
  },
  {
    row: 'STRM-04',
    without: 'events that are taken as they come, up to the last one',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/open-stream.ts',
        text: 'for await (const event of stream) {',
        becomes: 'for (const event of await Array.fromAsync(stream)) {',
      },
    ],
  },
  {
    row: 'STRM-06',
    without: 'the reading of a failed event as a failure',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/responses-reader.ts',
        text: 'return [reported(Final.parse(event).response.error)]',
        becomes: 'return complete(answer, { response: Final.parse(event).response, isCut: false, callIds })',
      },
    ],
  },
  {
    row: 'STRM-07',
    without: 'the look at whether it was cancelled meanwhile',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/compact.ts',
        text: 'const isCancelled = () => !isCurrent(compactionId)',
        becomes: 'const isCancelled = () => false',
      },
    ],
  },
  {
    row: 'STRM-09',
    without: 'the breaker',
    test: 'packages/core/src/daemon/rows/words.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/engine/compaction-guard.ts',
        text: 'isOpen(guard.breaker, question)',
        becomes: 'isOpen(guard.breaker, question) && question.usedTokens < 0',
      },
    ],
  },
  {
    row: 'STRM-11',
    without: 'the words by which an empty account is known',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/model/failure.ts',
        text: 'if (OUT_OF_CREDIT.test(',
        becomes: 'if (OUT_OF_CREDIT.source === String(',
      },
    ],
  },
  {
    row: 'STRM-12',
    without: 'the refusal of an empty summary',
    test: 'packages/core/src/daemon/rows/strm.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/narrative/read-answer.ts',
        text: `  const body = (tagged ?? said).trim()
  if (text.trim() === '') return bad('The answer was empty.')
  if (body === '')`,
        becomes: `  const body = (tagged ?? said).trim()
  if (body === '' && text !== '')`,
      },
      {
        file: 'packages/compaction/src/narrative/read-answer.ts',
        text: `return lines.length === 0
`,
        becomes: `return lines.length === 0 && dropped > 0
`,
      },
    ],
  },
  {
    row: 'STRM-13',
    without: 'the end that a restart gives to what was cut off',
    test: 'packages/core/src/daemon/rows/killed.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/runtime/recover.ts',
        text: 'if (openCompaction !== null) closeCompaction',
        becomes: 'if (openCompaction !== null && openCompaction.report !== null) closeCompaction',
      },
    ],
  },
]
