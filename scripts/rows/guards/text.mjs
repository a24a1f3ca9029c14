/** What guards the rows of kind TEXT: languages, Unicode, line ends, what a tokenizer is given. */
export const text = [
  {
    row: 'TEXT-01',
    without: 'what a character of Chinese costs',
    test: 'packages/core/src/daemon/rows/many-rounds.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/tokens/classes.ts',
        text: 'cjk: 0.8,',
        becomes: 'cjk: 0.25,',
      },
    ],
  },
  {
    row: 'TEXT-03',
    without: 'cuts between characters, and the mending of half ones behind them',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/tokens/cut-middle.ts',
        text: 'return isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index',
        becomes: 'return index',
      },
      {
        file: 'packages/compaction/src/tokens/cut-middle.ts',
        text: 'return isLowSurrogate(text.charCodeAt(index)) ? index + 1 : index',
        becomes: 'return index',
      },
      {
        file: 'packages/core/src/adapters/model/legal-text.ts',
        text: 'export const legalText = (text: string): string => text.toWellFormed()',
        becomes: 'export const legalText = (text: string): string => text',
      },
    ],
  },
  {
    row: 'TEXT-05',
    without: 'the slices in which a long run is counted: in pieces of a hundred thousand',
    test: 'packages/core/src/daemon/rows/words.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/tokens/referee.ts',
        text: 'const RUN_CHARS_MAX = 1_000',
        becomes: 'const RUN_CHARS_MAX = 100_000',
      },
    ],
  },
  {
    row: 'TEXT-06',
    without: 'the exact count that takes all text as data',
    test: 'packages/core/src/daemon/rows/local.long.test.ts',
    changes: [
      {
        file: 'packages/compaction/src/tokens/referee.ts',
        text: 'encoding.encode(slice, [], []).length',
        becomes: 'encoding.encode(slice).length',
      },
    ],
  },
  {
    row: 'TEXT-07',
    without: 'the wish for a summary in the language of the user',
    test: 'packages/core/src/daemon/rows/words.long.test.ts',
    changes: [
      {
        file: 'packages/prompts/src/condense.ts',
        text: ' Write in the language the user writes in.',
        becomes: '',
      },
    ],
  },
  {
    row: 'TEXT-09',
    without: 'lines that keep their own ends',
    test: 'packages/core/src/daemon/rows/words.long.test.ts',
    changes: [
      {
        file: 'packages/core/src/adapters/tools/patch/file-lines.ts',
        text: `line.endsWith('\\r') ? {`,
        becomes: `line.endsWith('\\r\\r') ? {`,
      },
    ],
  },
  {
    row: 'TEXT-10',
    without: 'letters of a drive and folders of Windows as one',
    test: 'packages/protocol/src/path-key.test.ts',
    changes: [
      {
        file: 'packages/protocol/src/path-key.ts',
        text: 'isWindows ? trimmed.toLowerCase() : trimmed',
        becomes: 'trimmed',
      },
    ],
  },
]
