/** What guards the rows of kind SUMM: what is believed of a model's summary, and what stands there without one. */
const TEST = 'packages/core/src/daemon/rows/summ.long.test.ts'

const READ_ANSWER = 'packages/compaction/src/narrative/read-answer.ts'
const CONDENSE = 'packages/core/src/runtime/condense.ts'
const STATE = 'packages/compaction/src/extract/state.ts'
const COMPOSE = 'packages/compaction/src/strategy/compose.ts'

/** What is empty when everything was taken out of it. */
const EMPTY = { file: READ_ANSWER, text: '  return lines.length === 0\n', becomes: '  return lines.length < 0\n' }

export const summ = [
  {
    row: 'SUMM-01',
    without: 'the refusal of calls, in the request and in the answer',
    test: TEST,
    changes: [
      {
        file: CONDENSE,
        text: "    toolChoice: 'none',\n    maxOutputTokens",
        becomes: "    toolChoice: 'auto',\n    maxOutputTokens",
      },
      {
        file: READ_ANSWER,
        text: "  if (stop === 'tool_calls') return bad('The model called a tool instead of answering.')\n",
        becomes: '',
      },
    ],
  },
  {
    row: 'SUMM-02',
    without: 'the refusal of what says nothing: as it came, without its tags, and line by line',
    test: TEST,
    changes: [
      {
        file: READ_ANSWER,
        text: "  if (text.trim() === '') return bad('The answer was empty.')\n  if (body === '')",
        becomes: "  if (text === null) return bad('The answer was empty.')\n  if (body === null)",
      },
      EMPTY,
    ],
  },
  { row: 'SUMM-05', without: 'the refusal of a snapshot whose fields are all blank', test: TEST, changes: [EMPTY] },
  {
    row: 'SUMM-06',
    without: 'the difference between an answer and the words of a failure',
    test: TEST,
    changes: [
      {
        file: CONDENSE,
        text: "if (answer.kind === 'failed') return none(answer.message, spent, answer.isModelsFault)",
        becomes:
          "if (answer.kind === 'failed')\n      return { outcome: { ...spent, narrative: { strategy: ask.kind, lines: [answer.message], dropped: 0 }, why: null }, isModelsFault: false }",
      },
    ],
  },
  {
    row: 'SUMM-08',
    without: 'the refusal of what ends at its length',
    test: TEST,
    changes: [
      {
        file: READ_ANSWER,
        text: "  if (stop === 'length') return bad('The answer was cut off at its length.')\n",
        becomes: '',
      },
    ],
  },
  {
    row: 'SUMM-09',
    without: "the check of what is put into the user's mouth",
    test: TEST,
    changes: [{ file: READ_ANSWER, text: '!isForged(line, past) && ', becomes: '' }],
  },
  {
    row: 'SUMM-12',
    without: 'the refusal of a compaction that frees less than a tenth',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/accept.ts',
        text: "return after > before * (1 - GAIN_MIN) ? 'no_gain' : 'accepted'",
        becomes: "return after > before * 2 ? 'no_gain' : 'accepted'",
      },
    ],
  },
  {
    row: 'SUMM-13',
    without: 'the pointer behind what ran, and lines of results',
    test: TEST,
    changes: [
      { file: STATE, text: 'lines: commandLines(ledger) }', becomes: 'lines: [] }' },
      {
        file: COMPOSE,
        text: '    if (isShown(unit)) shownUnits.push(unit)\n',
        becomes: "    if (isShown(unit) || unit.voice === 'result' || unit.voice === 'call') shownUnits.push(unit)\n",
      },
    ],
  },
  {
    row: 'SUMM-14',
    without: 'a look at the whole of a result',
    test: TEST,
    changes: [
      {
        file: 'packages/compaction/src/extract/read-lines.ts',
        text: 'plainLines(source).flatMap(piecesOf)',
        becomes: 'plainLines(source.slice(0, 2_000)).flatMap(piecesOf)',
      },
    ],
  },
  {
    row: 'SUMM-15',
    without: 'the errors in the state of the work, open and past, and lines of results',
    test: TEST,
    changes: [
      { file: STATE, text: 'lines: openErrorLines(ledger.errors) }', becomes: 'lines: [] }' },
      { file: STATE, text: 'lines: pastErrorLines(ledger.errors) }', becomes: 'lines: [] }' },
      {
        file: COMPOSE,
        text: '    if (isShown(unit)) shownUnits.push(unit)\n',
        becomes: "    if (isShown(unit) || unit.voice === 'result') shownUnits.push(unit)\n",
      },
    ],
  },
]
