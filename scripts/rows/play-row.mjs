// One row's test, run in a folder: which tests of that name failed, and how.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const projectOf = (test) => (test.endsWith('.long.test.ts') ? 'long' : 'quick')

/** `ran` counts the row's tests, `reds` has the first line of each failure. `broken` says why the file ran none. */
export const playRow = (folder, { row, test }) => {
  const results = join(folder, '.row.json')
  rmSync(results, { force: true })
  const args = ['run', '--project', projectOf(test), test, '-t', `${row}(?!\\d)`]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules/vitest/vitest.mjs'), ...args, '--reporter=json', `--outputFile.json=${results}`],
    { cwd: folder, encoding: 'utf8' },
  )
  const report = readReport(results)
  if (report === null) return { ran: 0, reds: [], broken: `${stdout}${stderr}`.trimEnd() }
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const named = tests.filter(({ fullName, status }) => fullName.includes(row) && status !== 'skipped')
  return {
    ran: named.length,
    reds: named.filter(({ status }) => status === 'failed').map(({ failureMessages }) => firstLine(failureMessages)),
    broken: report.testResults.map(({ message }) => message).join('\n'),
  }
}

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

const firstLine = ([message = '']) => message.split('\n')[0].slice(0, 160)
