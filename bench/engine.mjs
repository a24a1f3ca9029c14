// The agent as a person runs it, against a mock model that answers at once: fifty rounds of one shell command, and fifty of one
// small read. What lies between the end of an answer and the next request is ours: the tool, the log, the bookkeeping.
// With PEERS_DIR set (see the mock model's folder), other agents run the same script on the same machine, a run of theirs after
// each of ours, so that drift of the machine hits all.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fixtureProject } from './fixture-project.mjs'
import { mockFolder, startMockModel } from './mock-model.mjs'
import { rawrCommand } from './rawr-command.mjs'
import { median, roundFigures } from './rounds.ts'

const SCENARIOS = ['tools50', 'read50']
const SANDBOXES = ['danger-full-access', 'workspace-write']
const RUN_MS_MAX = 300_000
/** Comparable with agents that keep no log of a thread's files and no sandbox in this script. */
const PEERS = 'codex,pi'

export const bench = async (words) => {
  const { values } = parseArgs({
    args: words,
    options: { runs: { type: 'string', default: '5' }, json: { type: 'string' }, sources: { type: 'boolean' } },
  })
  const runs = Number(values.runs)
  const work = mkdtempSync(join(tmpdir(), 'rawr-bench-'))
  const mock = await startMockModel(join(work, 'mock.jsonl'))
  const command = rawrCommand({ sources: values.sources === true })
  process.stdout.write(`${command.about}; ${runs} runs each, one before them not counted\n`)
  const rows = []
  try {
    const project = fixtureProject(join(work, 'project'))
    const home = join(work, 'home')
    for (const scenario of SCENARIOS) {
      const figures = new Map()
      const noted = (agent, measured) => figures.set(agent, [...(figures.get(agent) ?? []), measured])
      if (!hasPeers()) sayLeftOut(scenario)
      for (let run = -1; run < runs; run += 1) {
        for (const sandbox of SANDBOXES) {
          const measured = await oneRun({ command, mock, scenario, sandbox, project, home, run })
          if (run >= 0) noted(`rawr, ${sandbox}`, measured)
        }
        const peers = hasPeers() ? peerRun({ scenario, work }) : []
        if (run >= 0) for (const { agent, ...measured } of peers) noted(agent, measured)
      }
      for (const [agent, measured] of figures) rows.push({ agent, scenario, ...spreadsOf(measured) })
    }
    spawnSync(command.program, [...command.args, 'daemon', 'stop'], { env: { ...process.env, RAWR_HOME: home } })
  } finally {
    mock.stop()
    rmSync(work, { recursive: true, force: true })
  }
  print(rows)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ runs, rows }, null, 2)}\n`)
}

const oneRun = async ({ command, mock, scenario, sandbox, project, home, run }) => {
  const conversation = `${scenario}-${sandbox}-${run}`
  const script = readFileSync(join(mockFolder, 'scripts', `${scenario}.json`), 'utf8').replaceAll('{cwd}', project)
  await mock.putScript(scenario, script)
  const ended = spawnSync(
    command.program,
    [
      ...[...command.args, 'exec', 'Do the steps you are told, one by one, then stop.', '--json', '--cwd', project],
      ...[
        '--base-url',
        `${mock.url}/s/${scenario}/${conversation}/v1`,
        '--wire-api',
        'responses',
        '--model',
        'mock-model',
      ],
      ...['--context-window', '100000', '--sandbox', sandbox, '--approval', 'never'],
    ],
    {
      env: { ...process.env, RAWR_HOME: home, OPENAI_API_KEY: 'not-a-key' },
      timeout: RUN_MS_MAX,
      maxBuffer: 1e9,
      encoding: 'utf8',
    },
  )
  if (ended.status !== 0)
    throw new Error(`exec ended with ${ended.status ?? ended.signal}: ${ended.stderr.slice(0, 500)}`)
  return roundFigures(await mock.requestsOf(conversation))
}

const spreadsOf = (figures) =>
  Object.fromEntries(
    Object.keys(figures[0] ?? {}).map((name) => {
      const values = figures.map((one) => one[name])
      return [name, { med: median(values), min: Math.min(...values), max: Math.max(...values) }]
    }),
  )

const hasPeers = () => process.env.PEERS_DIR !== undefined

/** None where none are installed, and then it says so: a figure without its neighbour says little. */
const sayLeftOut = (scenario) =>
  process.stdout.write(
    `${scenario}: ${PEERS.replace(',', ' and ')} are left out, PEERS_DIR names no folder with them\n`,
  )

/** One run of each. Their homes stay from run to run, as ours does. */
const peerRun = ({ scenario, work }) => {
  const drive = join(mockFolder, '../peers/drive.mjs')
  const peers = scenario === 'read50' ? 'pi' : PEERS
  const words = ['--scenario', scenario, '--peers', peers, '--runs', '1', '--warmup', '0']
  const ended = spawnSync(process.execPath, [drive, ...words], {
    env: { ...process.env, BENCH_WORK: join(work, 'peers') },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
    encoding: 'utf8',
  })
  if (ended.status !== 0)
    throw new Error(`the other agents could not be driven (exit ${ended.status}): ${ended.stderr.slice(0, 500)}`)
  return Object.entries(JSON.parse(ended.stdout).table).map(([agent, figures]) => ({
    agent,
    rounds: figures.main.med - 1,
    roundMs: figures.roundMs.med,
    roundP95Ms: figures.roundP95Ms.med,
    firstBytes: figures.firstBytes.med,
    sentBytes: figures.bytes.med,
    cacheable: figures.reusable.med,
  }))
}

const COLUMNS = [
  ['agent', (row) => row.agent],
  ['script', (row) => row.scenario],
  ['rounds', (row) => spread(row.rounds, String)],
  ['round ms', (row) => spread(row.roundMs, (ms) => ms.toFixed(1))],
  ['p95 ms', (row) => spread(row.roundP95Ms, (ms) => ms.toFixed(1))],
  ['first request', (row) => spread(row.firstBytes, inBytes)],
  ['sent', (row) => spread(row.sentBytes, inBytes)],
  ['cacheable', (row) => spread(row.cacheable, (share) => `${(share * 100).toFixed(1)} %`)],
]

const inBytes = (bytes) => bytes.toLocaleString('en-US')

/** Median (least…most), or the one figure that all runs gave. */
const spread = ({ med, min, max }, text) =>
  text(min) === text(max) ? text(med) : `${text(med)} (${text(min)}…${text(max)})`

const print = (rows) => {
  const table = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, text]) => text(row)))]
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((cells) => cells[column].length)))
  for (const cells of table) {
    process.stdout.write(
      `${cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}
