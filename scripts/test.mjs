// `npm test` and `npm run test:long`, once the workspace is set up. Everything a change must pass; then the skips with their
// reasons and the failures by name; then one closing line, `N passed, N failed`, that counts tests and checks alike.
import { listChecks, runChecks } from './checks/run.mjs'
import { checkPackages } from './packages.mjs'
import { runFaults } from './planted-faults.mjs'
import { availableRequirements, requirements } from './requirements.ts'
import { runTests } from './tests/run-vitest.mjs'

const NONE = { passed: 0, failures: [], skipped: [] }

const modes = {
  quick: [
    { title: 'Checks', run: () => runChecks(listChecks()) },
    { title: 'Tests', run: () => runTests('quick') },
  ],
  long: [
    { title: 'Planted faults: each check must find its own', run: runFaults },
    { title: 'Packages as they would be published', run: checkPackages },
    { title: 'Long tests', run: () => runTests('long') },
  ],
}

/** What RAWR_REQUIRE asks for and this machine does not have: a skip there would hide that nothing was tested. */
const missingRequirements = () => {
  const available = availableRequirements()
  const required = (process.env.RAWR_REQUIRE ?? '').split(',').filter((name) => name !== '')
  return required.filter((name) => !available.includes(name))
}

const printSkips = (skipped) => {
  const counts = new Map()
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  process.stdout.write(`\n${skipped.length} skipped\n`)
  for (const [reason, count] of counts) process.stdout.write(`  ${count}: ${reason}\n`)
}

const main = async (mode) => {
  let { passed, failures, skipped } = NONE
  for (const name of missingRequirements()) {
    failures = [...failures, `required and missing: ${name}: ${requirements[name]?.reason ?? 'no such requirement'}`]
  }
  for (const { title, run } of modes[mode]) {
    process.stdout.write(`\n${title}\n`)
    const result = { ...NONE, ...(await run()) }
    passed += result.passed
    failures = [...failures, ...result.failures]
    skipped = [...skipped, ...result.skipped]
  }
  printSkips(skipped)
  // Here, where whoever sees only the end of a long output sees them.
  for (const failure of failures) process.stdout.write(`✘ ${failure}\n`)
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

await main(process.argv[2])
