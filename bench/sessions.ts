// How long `rawr sessions` takes in a home of 2,000 logs of 5 GB in all (COST-09): the first time, without an index and with the
// files out of the system's cache, and again; beside the same program in an empty home, and beside reading the files with `cat`.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './rounds.ts'

const SAID_BYTES = 500

const cli = join(import.meta.dirname, '..', 'packages/cli')
const bundle = join(cli, 'dist/main.mjs')

export const bench = async (words: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      runs: { type: 'string', default: '9' },
      files: { type: 'string', default: '2000' },
      megabytes: { type: 'string', default: '2.5' },
    },
  })
  const isBuilt = existsSync(bundle)
  const args = isBuilt ? [bundle] : ['--conditions=@rawr/source', join(cli, 'src/main.ts')]
  const [full, empty] = [mkdtempSync(join(tmpdir(), 'rawr-bench-')), mkdtempSync(join(tmpdir(), 'rawr-bench-'))]
  try {
    const folder = writeLogs(full, Number(values.files), Number(values.megabytes) * 1_000_000)
    const timed = (file: string, given: readonly string[], home = full): number => {
      const begun = performance.now()
      execFileSync(file, [...given], { env: { ...process.env, RAWR_HOME: home }, stdio: 'ignore' })
      return performance.now() - begun
    }
    const list = (home: string) => timed(process.execPath, [...args, 'sessions'], home)
    const rounds = { empty: [] as number[], first: [] as number[], again: [] as number[], cat: [] as number[] }
    process.stdout.write(`${isBuilt ? 'as built' : 'from the sources'}; load ${loadavg()[0]?.toFixed(1)}\n`)
    list(empty)
    for (let run = 0; run < Number(values.runs); run += 1) {
      rmSync(join(full, 'sessions', 'index.json'), { force: true })
      leaveCache(folder)
      rounds.empty.push(list(empty))
      rounds.first.push(list(full))
      rounds.again.push(list(full))
      leaveCache(folder)
      rounds.cat.push(timed('bash', ['-c', `cat ${folder}/*.jsonl`]))
    }
    const shown = (all: readonly number[]) =>
      `${median(all).toFixed(0)} (${Math.min(...all).toFixed(0)}…${Math.max(...all).toFixed(0)}) ms`
    const ratio = (all: readonly number[]) =>
      `× ${median(all.map((ms, run) => ms / (rounds.empty[run] ?? Number.NaN))).toFixed(2)}`
    for (const [name, all] of Object.entries(rounds)) process.stdout.write(`${name}  ${shown(all)}  ${ratio(all)}\n`)
    process.stdout.write(`n = ${values.runs}; load ${loadavg()[0]?.toFixed(1)}\n`)
  } finally {
    for (const home of [full, empty]) rmSync(home, { recursive: true, force: true })
  }
}

/** Logs of short lines, as threads write them, so that none is passed over. */
const writeLogs = (home: string, files: number, bytes: number): string => {
  const folder = join(home, 'sessions', '2026', '01', '01')
  mkdirSync(folder, { recursive: true })
  const said = `${lineOf(2, 'response_item', message('assistant', 'x'.repeat(SAID_BYTES)))}\n`
  const body = said.repeat(Math.ceil(bytes / said.length))
  for (let index = 0; index < files; index += 1) {
    const path = join(folder, `rollout-2026-01-01T00-00-00-th_${index}.jsonl`)
    const begun = { id: `th_${index}`, timestamp, cwd: '/work', originator: 'rawr', cli_version: '0', source: 'bench' }
    const head = [lineOf(0, 'session_meta', begun), lineOf(1, 'response_item', message('user', `Berth ${index}.`))]
    writeFileSync(path, `${head.join('\n')}\n`)
    appendFileSync(path, body)
  }
  execFileSync('sync')
  return folder
}

const timestamp = '2026-01-01T00:00:00.000Z'

const lineOf = (ordinal: number, type: string, payload: object): string =>
  JSON.stringify({ timestamp, ordinal, type, payload })

const message = (role: 'user' | 'assistant', text: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  meta: { id: 'i1', at: 0, origin: role },
})

/** As after a start of the machine: what the system keeps of the files in memory goes. */
const leaveCache = (folder: string): void => {
  for (const name of readdirSync(folder))
    execFileSync('dd', [`if=${join(folder, name)}`, 'iflag=nocache', 'count=0', 'status=none'])
}
