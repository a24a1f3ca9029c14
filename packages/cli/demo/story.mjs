// The bundled session: what a person asks and what the recorded model answers, over the small project beside it. Only
// the words and calls are recorded; the tools run for real, so results, tokens and compactions are real too.

// One process for all tests, so that a run costs a blink.
const SUITE = 'node --test-reporter=tap test/all.js 2>&1'

const shell = (command) => ({ name: 'shell', arguments: { command } })
const read = (path) => ({ name: 'read', arguments: { path } })
const page = (path, start_line, end_line) => ({ name: 'read', arguments: { path, start_line, end_line } })
const grep = (pattern, path) => ({ name: 'grep', arguments: { pattern, path } })
const list = (path) => ({ name: 'list_dir', arguments: { path } })
const glob = (pattern) => ({ name: 'glob', arguments: { pattern } })
const patch = (...lines) => ({
  name: 'apply_patch',
  arguments: { input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
})
const plan = (...steps) => ({
  name: 'update_plan',
  arguments: { plan: steps.map(([status, step]) => ({ step, status })) },
})
const commit = (message) => shell(`git add -A && git commit -qm "${message}" && git log --oneline -n 3`)

const joinSuite = (name) => [
  '*** Update File: test/all.js',
  "@@ import './tides.test.js'",
  " import './tides.test.js'",
  `+import './${name}.test.js'`,
]

/** One answer of the model: a sentence and the calls it makes side by side; the last of a turn has no calls. */
const step = (say, ...calls) => ({ say, calls })

const done = 'completed'
const now = 'in_progress'
const todo = 'pending'

const day = {
  user: 'The plan prints the wrong day west of Greenwich: a colleague in New York sees 30 April where we see 1 May. Please find out why and fix it. Small commits, and never touch anything under data/, those files belong to the harbour office.',
  steps: [
    step(
      'I will look at the rules and the layout of the project first.',
      read('AGENTS.md'),
      list('.'),
      glob('**/*.js'),
    ),
    step(
      'Three steps: see it fail, fix the calendar, prove it.',
      plan([now, 'Reproduce the wrong day'], [todo, 'Count days in UTC'], [todo, 'Prove it in two time zones']),
    ),
    step('Reading the modules that print dates.', read('src/calendar.js'), read('src/report.js'), read('src/cli.js')),
    step(
      'How do times look in the files of the harbour office?',
      read('data/vessels.csv'),
      page('data/harbour.log', 1, 420),
    ),
    step('And who calls them.', grep('dayOf|clockOf|daysTouched', 'src'), read('test/calendar.test.js')),
    step('Let me see it fail.', shell(`TZ=America/New_York ${SUITE}`)),
    step(
      'The plan, as New York sees it: its first day must be 1 May.',
      shell('TZ=America/New_York node src/cli.js plan'),
    ),
    step(
      'dayOf and clockOf read the local clock: getFullYear, getDate, getHours. They must read the UTC one.',
      patch(
        '*** Update File: src/calendar.js',
        '@@ export function dayOf(time) {',
        '   const date = new Date(time)',
        '-  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`',
        '+  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`',
        ' }',
        '@@ export function clockOf(time) {',
        '   const date = new Date(time)',
        '-  return `${pad(date.getHours())}:${pad(date.getMinutes())}`',
        '+  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`',
        ' }',
      ),
    ),
    step(
      'The tests in New York, and the middle of the log for times around midnight.',
      shell(`TZ=America/New_York ${SUITE} | grep -E '^(ok|not ok|# (pass|fail))'`),
      page('data/harbour.log', 421, 840),
    ),
    step(
      'They pass. One commit for this step.',
      plan([done, 'Reproduce the wrong day'], [done, 'Count days in UTC'], [now, 'Prove it in two time zones']),
      commit('Count days and hours in UTC'),
    ),
    step(
      'I looked for other local clocks: none are left in src.',
      grep('getHours|getDate|getMonth|getFullYear', 'src'),
      shell('git status --short'),
    ),
    step(
      'Done: the calendar read the local clock in `dayOf` and `clockOf` (src/calendar.js); both read UTC now, the tests pass in New York, and it is committed.',
    ),
  ],
}

const crlf = {
  user: 'Next: the office moved to a new system and sends its CSV files with Windows line ends. They must read as before, and the line numbers in our error messages must stay right. I have decided that we accept both line ends, never only the new one.',
  steps: [
    step(
      'The reader of the files, and its tests.',
      read('src/csv.js'),
      shell('cat -n test/csv.test.js test/log-reader.test.js'),
    ),
    step(
      'parseCsv splits at the line feed alone: the last cell of each row would keep its carriage return. Who else splits lines?',
      grep("split\\('\\\\n'\\)", 'src'),
      read('src/fleet.js'),
      read('test/csv.test.js'),
    ),
    step(
      'A new plan for this.',
      plan([now, 'Read both line ends in csv.js'], [todo, 'The log reader splits lines too'], [todo, 'Commit']),
    ),
    step(
      'The office also sends the log. How do its lines end today?',
      shell('head -420 data/harbour.log | cat -A'),
      shell('cat -A data/vessels.csv data/berths.csv data/stations.csv'),
      shell("for f in data/*; do printf '%s ' $f; grep -c $'\\r' $f; done"),
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
    step('Run everything.', shell(SUITE)),
    step(
      'Only the planner tests fail, and they failed before. The real data with Windows line ends, without touching it:',
      shell(
        "mkdir -p /tmp/quayside-$$ && for f in data/*.csv; do sed 's/$/\\r/' $f > /tmp/quayside-$$/$(basename $f); done; wc -l /tmp/quayside-$$/*.csv; rm -r /tmp/quayside-$$",
      ),
    ),
    step(
      'Commit.',
      plan([done, 'Read both line ends in csv.js'], [done, 'The log reader splits lines too'], [done, 'Commit']),
      commit('Read CSV and log files with either line end'),
    ),
    step(
      'Done: `parseCsv` and `readLog` split at either line end, error lines keep their numbers, two tests stand for it; data/ is untouched. The failing planner test was failing before and is the next thing I would look at.',
    ),
  ],
}

const planner = {
  user: 'Yes, look at the planner. A ship whose berth is taken is refused although the same tide would still be open after the other ship leaves. It must wait inside the tide, but never longer than WAIT_MAX. The port must not change which ship comes first: order of arrival stays the rule.',
  steps: [
    step(
      'The planner and what it stands on.',
      read('src/planner.js'),
      read('src/tides.js'),
      read('test/planner.test.js'),
    ),
    step(
      'How does the log tell of ships that waited? Pilots note it.',
      shell("grep -n 'PILOT' data/harbour.log | head -160"),
      shell("grep -c 'asked for a second tug' data/harbour.log"),
    ),
    step(
      'And the departures, to see how long berths are really taken.',
      shell("grep -n 'DEPART' data/harbour.log | head -160"),
    ),
    step(
      'What do the quays say, the cranes, and the agents?',
      shell("grep -n 'BERTH' data/harbour.log | head -180"),
      shell("grep -n 'CARGO' data/harbour.log | head -180"),
      shell("grep -n 'ETA' data/harbour.log | head -180"),
    ),
    step(
      'Plan for this step.',
      plan(
        [now, 'See which ships are refused'],
        [todo, 'Wait inside a tide until the berth is free'],
        [todo, 'Property: no two ships share a berth'],
        [todo, 'Commit'],
      ),
    ),
    step('Who is refused today, and why?', shell("node src/cli.js plan | grep '^!'"), read('data/berths.csv')),
    step(
      'stayAt tries only the start of each tide. It has to try again behind each stay that is in the way, as long as the tide is open.',
      patch(
        '*** Update File: src/planner.js',
        '@@ function stayAt(vessel, berth, { station, taken }) {',
        '   for (const tide of windowsAbove(station, level, vessel.eta, vessel.eta + WAIT_MAX)) {',
        '-    const from = Math.max(tide.from, vessel.eta)',
        '-    const span = { from, to: from + length }',
        '-    if (span.from >= tide.to) continue',
        '-    if (taken.some((other) => overlaps(span, other))) continue',
        '-    return { vessel: vessel.id, berth: berth.id, ...span }',
        '+    const from = freeFrom(Math.max(tide.from, vessel.eta), { length, taken })',
        '+    if (from < tide.to) return { vessel: vessel.id, berth: berth.id, from, to: from + length }',
        '   }',
        '   return null',
        ' }',
        ' ',
        '+// Moves behind each stay in the way; terminates because every move is forward and `taken` is finite.',
        '+function freeFrom(start, { length, taken }) {',
        '+  let from = start',
        '+  for (;;) {',
        '+    const inTheWay = taken.find((other) => overlaps({ from, to: from + length }, other))',
        '+    if (inTheWay === undefined) return from',
        '+    from = inTheWay.to',
        '+  }',
        '+}',
        '+',
        ' function reasonFor(vessel, berths) {',
      ),
    ),
    step('The whole plan as it is now.', shell('node src/cli.js plan')),
    step(
      'A test over the real fleet: no two stays of one berth overlap, nobody waits longer than WAIT_MAX.',
      patch(
        ...joinSuite('fleet-plan'),
        '*** Add File: test/fleet-plan.test.js',
        "+import assert from 'node:assert/strict'",
        "+import { readFileSync } from 'node:fs'",
        "+import { test } from 'node:test'",
        "+import { overlaps } from '../src/calendar.js'",
        "+import { readBerths, readStations, readVessels } from '../src/fleet.js'",
        "+import { plan, WAIT_MAX } from '../src/planner.js'",
        '+',
        "+const data = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')",
        "+const vessels = readVessels(data('vessels.csv'))",
        "+const result = plan({ vessels, berths: readBerths(data('berths.csv')), stations: readStations(data('stations.csv')) })",
        '+',
        "+test('every ship is planned or refused, once', () =>",
        '+  assert.equal(result.stays.length + result.refused.length, vessels.length))',
        '+',
        "+test('no two stays of one berth overlap', () => {",
        '+  for (const a of result.stays)',
        '+    for (const b of result.stays)',
        '+      assert.ok(a === b || a.berth !== b.berth || !overlaps(a, b), `${a.vessel} and ${b.vessel} at ${a.berth}`)',
        '+})',
        '+',
        "+test('nobody waits longer than WAIT_MAX', () => {",
        '+  const eta = new Map(vessels.map((vessel) => [vessel.id, vessel.eta]))',
        '+  for (const stay of result.stays) assert.ok(stay.from - eta.get(stay.vessel) <= WAIT_MAX, stay.vessel)',
        '+})',
      ),
    ),
    step(
      'All tests.',
      plan(
        [done, 'See which ships are refused'],
        [done, 'Wait inside a tide until the berth is free'],
        [now, 'Property: no two ships share a berth'],
        [todo, 'Commit'],
      ),
      shell(SUITE),
    ),
    step(
      'Green. Commit.',
      plan(
        [done, 'See which ships are refused'],
        [done, 'Wait inside a tide until the berth is free'],
        [done, 'Property: no two ships share a berth'],
        [done, 'Commit'],
      ),
      commit('Let a ship wait inside the tide for its berth'),
    ),
    step(
      'Done: `stayAt` in src/planner.js now moves behind each stay in its way while the tide is open (`freeFrom`), order of arrival is unchanged, and test/fleet-plan.test.js holds it over the whole fleet.',
    ),
  ],
}

const summary = {
  user: 'Something new: `quayside log --summary` should print how many entries of each kind there are per day, and below it the ships that asked for a second tug more than twice. Keep the existing `quayside log VESSEL` as it is.',
  steps: [
    step(
      'The log reader, its tests and the command line.',
      read('src/log-reader.js'),
      read('test/log-reader.test.js'),
      read('src/cli.js'),
    ),
    step('What do the entries look like over the days?', page('data/harbour.log', 1, 470)),
    step('Further on it looks the same, but for the watch changes.', page('data/harbour.log', 471, 940)),
    step('And the rest.', page('data/harbour.log', 941, 1408)),
    step(
      'How many kinds and days are there?',
      shell("cut -d' ' -f2 data/harbour.log | sort | uniq -c | sort -rn | head"),
      shell('cut -c1-10 data/harbour.log | sort | uniq -c'),
    ),
    step(
      'Which ships asked for a second tug?',
      shell("grep 'second tug' data/harbour.log | cut -d' ' -f3 | sort | uniq -c | sort -rn"),
    ),
    step(
      'Plan.',
      plan([now, 'countByDay in log-reader.js'], [todo, 'log --summary in cli.js'], [todo, 'Tests'], [todo, 'Commit']),
    ),
    step(
      'The pure part first.',
      patch(
        '*** Update File: src/log-reader.js',
        "@@ import { parseTime } from './calendar.js'",
        "-import { parseTime } from './calendar.js'",
        "+import { dayOf, parseTime } from './calendar.js'",
        '@@ export function countByKind(log) {',
        '   return counts',
        ' }',
        '+',
        '+/** Entries of each kind by day: [{ day, counts }], days in order. */',
        '+export function countByDay(log) {',
        '+  const days = new Map()',
        '+  for (const entry of log.entries) {',
        '+    const day = dayOf(entry.time)',
        '+    days.set(day, [...(days.get(day) ?? []), entry])',
        '+  }',
        '+  return [...days].toSorted(([a], [b]) => a.localeCompare(b)).map(([day, entries]) => ({ day, counts: countByKind({ entries }) }))',
        '+}',
        '+',
        '+/** Ships whose notes match more than `times` times, most first. */',
        '+export function oftenNoted(log, note, times) {',
        '+  const counts = new Map()',
        '+  for (const entry of log.entries) if (entry.note === note) counts.set(entry.vessel, (counts.get(entry.vessel) ?? 0) + 1)',
        '+  return [...counts].filter(([, n]) => n > times).toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))',
        '+}',
      ),
    ),
    step(
      'And the command.',
      patch(
        '*** Update File: src/cli.js',
        "@@ import { readBerths, readStations, readVessels } from './fleet.js'",
        "-import { historyOf, readLog } from './log-reader.js'",
        "+import { countByDay, historyOf, oftenNoted, readLog } from './log-reader.js'",
        '@@ const commands = {',
        '   log(vessel) {',
        "     const log = readLog(data('harbour.log'))",
        "+    if (vessel === '--summary') return logSummary(log)",
        '     return historyOf(log, vessel)',
        '@@ ',
        ' const [name, ...rest] = process.argv.slice(2)',
        '+',
        '+function logSummary(log) {',
        "+  const days = countByDay(log).map(({ day, counts }) => `${day}  ${Object.entries(counts).toSorted().map(([kind, n]) => `${kind} ${n}`).join('  ')}\\n`)",
        "+  const tugs = oftenNoted(log, 'asked for a second tug', 2).map(([vessel, n]) => `${vessel} asked for a second tug ${n} times\\n`)",
        "+  return [...days, '\\n', ...tugs].join('')",
        '+}',
      ),
    ),
    step('Try it.', shell('node src/cli.js log --summary')),
    step(
      'Tests for both functions.',
      patch(
        ...joinSuite('log-summary'),
        '*** Add File: test/log-summary.test.js',
        "+import assert from 'node:assert/strict'",
        "+import { test } from 'node:test'",
        "+import { countByDay, oftenNoted, readLog } from '../src/log-reader.js'",
        '+',
        '+const line = (day, vessel, note) => `2031-05-0${day}T10:00 PILOT ${vessel} ${note}`',
        "+const log = readLog([line(2, 'V001', 'a'), line(1, 'V001', 'a'), line(1, 'V002', 'b'), line(2, 'V001', 'a')].join('\\n'))",
        '+',
        "+test('days are in order and counted by kind', () =>",
        "+  assert.deepEqual(countByDay(log), [{ day: '2031-05-01', counts: { PILOT: 2 } }, { day: '2031-05-02', counts: { PILOT: 2 } }]))",
        '+',
        "+test('more than twice means three times', () => {",
        "+  assert.deepEqual(oftenNoted(log, 'a', 2), [['V001', 3]])",
        "+  assert.deepEqual(oftenNoted(log, 'a', 3), [])",
        '+})',
      ),
    ),
    step('Everything once more, and in another zone.', shell(`TZ=Asia/Tokyo ${SUITE}`)),
    step(
      'Commit.',
      plan([done, 'countByDay in log-reader.js'], [done, 'log --summary in cli.js'], [done, 'Tests'], [done, 'Commit']),
      commit('Sum up the harbour log by day and kind'),
    ),
    step(
      'Done: `quayside log --summary` prints the kinds per day and the ships that asked for a second tug more than twice; `quayside log VESSEL` is as it was.',
    ),
  ],
}

const json = {
  user: 'Now `quayside plan --json`. The names in it must stay as they are in jsonReport, other programs read them; add the quay of each stay as `quay`. And write the waiting time in hours as `waited_hours`, one digit.',
  steps: [
    step(
      'The report and everything that uses it.',
      read('src/report.js'),
      grep('jsonReport|textReport', '.'),
      read('src/planner.js'),
      read('src/fleet.js'),
    ),
    step(
      'The tests that hold its names.',
      read('test/planner.test.js'),
      shell('git log --stat -n 4'),
      shell('git log -p -n 2'),
    ),
    step('What is in the fleet?', read('data/vessels.csv'), read('data/stations.csv')),
    step(
      'Plan.',
      plan([now, 'Add quay and waited_hours to jsonReport'], [todo, 'plan --json'], [todo, 'Tests'], [todo, 'Commit']),
    ),
    step(
      'Fields are added, none renamed: jsonReport takes the ships and berths beside the result.',
      patch(
        '*** Update File: src/report.js',
        "@@ import { clockOf, dayOf } from './calendar.js'",
        "-import { clockOf, dayOf } from './calendar.js'",
        "+import { clockOf, dayOf, HOUR_MS } from './calendar.js'",
        '@@ export function jsonReport(result) {',
        '-export function jsonReport(result) {',
        '+export function jsonReport(result, { vessels = [], berths = [] } = {}) {',
        '+  const eta = new Map(vessels.map((vessel) => [vessel.id, vessel.eta]))',
        '+  const quay = new Map(berths.map((berth) => [berth.id, berth.quay]))',
        '   return {',
        '     stays: result.stays.map((stay) => ({',
        '       vessel: stay.vessel,',
        '       berth: stay.berth,',
        '       from: new Date(stay.from).toISOString(),',
        '       to: new Date(stay.to).toISOString(),',
        '+      ...(quay.has(stay.berth) && { quay: quay.get(stay.berth) }),',
        '+      ...(eta.has(stay.vessel) && { waited_hours: Math.round(((stay.from - eta.get(stay.vessel)) / HOUR_MS) * 10) / 10 }),',
        '     })),',
      ),
      patch(
        '*** Update File: src/cli.js',
        "@@ import { plan } from './planner.js'",
        "-import { textReport } from './report.js'",
        "+import { jsonReport, textReport } from './report.js'",
        '@@ const commands = {',
        '-  plan() {',
        '+  plan(flag) {',
        "     const vessels = readVessels(data('vessels.csv'))",
        "     const berths = readBerths(data('berths.csv'))",
        "     const stations = readStations(data('stations.csv'))",
        '-    return textReport(plan({ vessels, berths, stations }), vessels)',
        '+    const result = plan({ vessels, berths, stations })',
        "+    if (flag === '--json') return `${JSON.stringify(jsonReport(result, { vessels, berths }), null, 2)}\\n`",
        '+    return textReport(result, vessels)',
        '   },',
      ),
    ),
    step('See it.', shell('node src/cli.js plan --json')),
    step(
      'Tests: old names, new names, one digit.',
      patch(
        ...joinSuite('json-report'),
        '*** Add File: test/json-report.test.js',
        "+import assert from 'node:assert/strict'",
        "+import { test } from 'node:test'",
        "+import { HOUR_MS } from '../src/calendar.js'",
        "+import { jsonReport } from '../src/report.js'",
        '+',
        "+const result = { stays: [{ vessel: 'V001', berth: 'B01', from: 5.04 * HOUR_MS, to: 9 * HOUR_MS }], refused: [] }",
        "+const vessels = [{ id: 'V001', eta: 0 }]",
        "+const berths = [{ id: 'B01', quay: 'Lock Side' }]",
        '+',
        "+test('the names other programs read are all there', () => {",
        '+  const [stay] = jsonReport(result, { vessels, berths }).stays',
        "+  assert.deepEqual(Object.keys(stay), ['vessel', 'berth', 'from', 'to', 'quay', 'waited_hours'])",
        '+})',
        '+',
        "+test('waiting is hours with one digit', () => assert.equal(jsonReport(result, { vessels, berths }).stays[0].waited_hours, 5))",
      ),
    ),
    step('Run them all.', shell(SUITE)),
    step(
      'Commit.',
      plan([done, 'Add quay and waited_hours to jsonReport'], [done, 'plan --json'], [done, 'Tests'], [done, 'Commit']),
      commit('Print the plan as JSON'),
    ),
    step(
      'Done: `quayside plan --json` prints jsonReport with `quay` and `waited_hours` added; vessel, berth, from and to are as they were.',
    ),
  ],
}

const review = {
  user: 'Before I push: go over everything we did today once more with fresh eyes. Which files did we change, does anything break one of my rules, and is there a ship that still waits too long?',
  steps: [
    step(
      'All changes of today against where we began.',
      shell('git log --oneline'),
      shell('git log -p --no-color -- src'),
      shell('git diff --stat $(git rev-list --max-parents=0 HEAD) HEAD'),
      shell('git diff $(git rev-list --max-parents=0 HEAD) HEAD -- src'),
    ),
    step(
      'The rules once more, and whether data/ was touched.',
      read('AGENTS.md'),
      shell('git diff --stat $(git rev-list --max-parents=0 HEAD) HEAD -- data | wc -l'),
    ),
    step(
      'The modules as they are now.',
      read('src/calendar.js'),
      read('src/csv.js'),
      read('src/planner.js'),
      read('src/report.js'),
      read('src/log-reader.js'),
      read('src/cli.js'),
    ),
    step(
      'Who waits longest?',
      shell(
        "node src/cli.js plan --json | grep -B5 -A1 'waited_hours' | paste -sd' ' | tr -s ' ' | sed 's/--/\\n/g' | sort -t: -k9 | tail -60",
      ),
    ),
    step('The whole suite a last time, west of Greenwich.', shell(`TZ=America/New_York ${SUITE}`)),
    step(
      'Done. We changed src/calendar.js (UTC), src/csv.js and src/log-reader.js (either line end, day counts), src/planner.js (waiting inside the tide), src/report.js and src/cli.js (--json, --summary), and five test files; data/ is untouched, no name of the JSON report was dropped, every step has its commit, and nobody waits longer than WAIT_MAX.',
    ),
  ],
}

/** The turns in order. */
export const TURNS = [day, crlf, planner, summary, json, review]
