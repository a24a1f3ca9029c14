// The guards of the failure rows are where the list says, their tests are there, and docs/failure-rows.md tells the list as it is.
// `UPDATE=1 node scripts/check.mjs rows` writes that page.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/root.mjs'
import { guards } from '../rows/guards.mjs'
import { removed } from '../rows/removed.mjs'
import { report } from './report.mjs'

const PAGE = 'docs/failure-rows.md'
const MARK = '<!-- rows: written by `UPDATE=1 node scripts/check.mjs rows` -->'

const read = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}

const byRow = guards.toSorted((a, b) => a.row.localeCompare(b.row, 'en', { numeric: true }))
const link = (path) => `[${path.split('/').at(-1)}](../${path})`
const table = [
  '| row | its test | is red without |',
  '| --- | --- | --- |',
  ...byRow.map(({ row, test, without }) => `| ${row} | ${link(test)} | ${without} |`),
]

const page = read(PAGE)
const hasMark = page.includes(MARK)
const mayWrite = process.env.UPDATE === '1' && process.env.CI === undefined && hasMark
const fresh = `${page.slice(0, page.indexOf(MARK))}${MARK}\n\n${table.join('\n')}\n`
if (mayWrite) writeFileSync(join(root, PAGE), fresh)
const isStale = page !== fresh && !mayWrite

report({
  problems: [
    ...guards.map((guard) => removed(root, guard).problem).filter((problem) => problem !== undefined),
    ...guards
      .filter(({ row, test }) => !new RegExp(`['"\`][A-Z0-9, -]*${row}\\b`).test(read(test)))
      .map(({ row, test }) => `${test}: has no test whose name begins with ${row}, and its guard names it`),
    ...(hasMark ? [] : [`${PAGE}: has no line "${MARK}", where the table begins`]),
    ...(isStale ? [`${PAGE}: is not what the guards say. Write it: UPDATE=1 node scripts/check.mjs rows`] : []),
  ],
  seen: `${guards.length} guards`,
})
