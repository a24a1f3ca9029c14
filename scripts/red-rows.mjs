// `pnpm red [ROW or KIND …]`: proof that the tests of the failure rows see. The row's test must pass in a scratch copy, and fail
// there once the row's guard is taken out; a test that stays green without what it is about proves nothing.
import { root } from './bootstrap/root.mjs'
import { guards, kindOf } from './rows/guards.mjs'
import { playRow } from './rows/play-row.mjs'
import { removed } from './rows/removed.mjs'
import { withCopy, withPlanted } from './scratch-copy.mjs'

const asked = process.argv.slice(2)
const isAsked = ({ row }) => asked.length === 0 || asked.includes(row) || asked.includes(kindOf(row))

const say = (text) => process.stdout.write(`${text}\n`)

const seeRed = async (copy, guard) => {
  const { files, problem } = removed(root, guard)
  if (problem !== undefined) return problem
  const whole = playRow(copy, guard)
  if (whole.ran === 0) return `${guard.row}: no test of that name ran in ${guard.test}\n${whole.broken}`
  if (whole.reds.length > 0) return `${guard.row}: red with its guard in place: ${whole.reds[0]}`
  const { ran, reds, broken } = await withPlanted(copy, files, () => playRow(copy, guard))
  if (ran === 0) return `${guard.row}: nothing runs without ${guard.without}\n${broken}`
  if (reds.length === 0) return `${guard.row}: green without ${guard.without} (${ran} tests in ${guard.test})`
  say(`✔ ${guard.row} is red without ${guard.without}: ${reds[0]}`)
  return null
}

const main = async () => {
  const rows = guards.filter(isAsked)
  const unknown = asked.filter((name) => !guards.some(({ row }) => row === name || kindOf(row) === name))
  if (unknown.length > 0) {
    process.stderr.write(`no guard is known of ${unknown.join(', ')}: scripts/rows/guards has them all\n`)
    return 2
  }
  const problems = []
  await withCopy(async (copy) => {
    for (const guard of rows) {
      const problem = await seeRed(copy, guard)
      if (problem === null) continue
      problems.push(problem)
      say(`✘ ${problem}`)
    }
  })
  say(`\n${rows.length - problems.length} red as they must be, ${problems.length} not`)
  return problems.length === 0 ? 0 : 1
}

process.exitCode = await main()
