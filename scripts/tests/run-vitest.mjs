// One vitest project, counted from its JSON report.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../bootstrap/root.mjs'
import { requirements } from '../requirements.ts'

const resultsFile = (project) => join(root, '.cache', `tests-${project}.json`)

/** By itself vitest leaves one core free, which is half of a small machine; long tests bring processes of their own. */
const WORKERS = { quick: ['--maxWorkers=100%'], long: [] }

const run = (project) =>
  new Promise((resolve) => {
    const args = ['run', '--project', project, '--allowOnly=false', '--passWithNoTests', ...(WORKERS[project] ?? [])]
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile(project)}`]
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...reporters], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('close', resolve)
  })

const readResults = (project) => {
  try {
    return JSON.parse(readFileSync(resultsFile(project), 'utf8'))
  } catch {
    return null
  }
}

/** The fixed reason of a skipped test, from the `[needs x]` in its name; null if it has none. */
const reasonOf = (fullName) => {
  const [, name] = /\[needs ([\w-]+)\]/.exec(fullName) ?? []
  return requirements[name]?.reason ?? null
}

const count = ({ testResults }) => {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ file: relative(root, name), name: test.fullName, status: test.status })),
  )
  const skips = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map((test) => ({ ...test, reason: reasonOf(test.name) }))
  // A file that fails before its first test has no test to count.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...tests.filter(({ status }) => status === 'failed').map(({ file, name }) => `${file}: ${name}`),
      ...broken.map(({ name }) => `${relative(root, name)}: failed before its first test`),
    ],
    skipped: skips.filter(({ reason }) => reason !== null),
    unexplained: skips.filter(({ reason }) => reason === null),
  }
}

export const runTests = async (project) => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(resultsFile(project), { force: true })
  const code = await run(project)
  const results = readResults(project)
  if (results === null) {
    return { passed: 0, failures: [`vitest wrote no results (exit code ${code})`], skipped: [] }
  }
  const { passed, skipped, ...told } = count(results)
  const unexplained = told.unexplained.map(
    ({ file, name }) => `${file}: "${name}" is skipped without a reason from scripts/requirements.ts`,
  )
  const failures = [...told.failures, ...unexplained]
  // An error outside any test (an unhandled rejection) fails the run without failing a test.
  if (code !== 0 && failures.length === 0) failures.push(`vitest failed outside its tests (exit code ${code})`)
  return { passed, failures, skipped }
}
