// `pnpm check`: everything that needs no test run. One line a check; what it printed, when it fails; exit code 1 if any did.
// `pnpm check imports types` runs the named ones only.
import { listChecks, runChecks } from './checks/run.mjs'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !listChecks().includes(name))

if (unknown.length > 0) {
  process.stderr.write(`unknown check: ${unknown.join(', ')}; one of: ${listChecks().join(', ')}\n`)
  process.exitCode = 2
} else {
  const { failures } = await runChecks(names.length > 0 ? names : listChecks())
  process.exitCode = failures.length === 0 ? 0 : 1
}
