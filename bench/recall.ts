// `pnpm bench recall [--track R,F] [--arm a,b] [--ablation] [--data folder] [--out folder] [--check | --update]`: what each way of
// compacting keeps of recorded sessions. Deterministic: the same sessions give the same bytes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { goldenLines, houseArms, type Row, TRACKS, type TrackName } from '@rawr/lab/recall'
import { ablationArms, oracleArms, productArms } from './recall/product-arms.ts'
import { PRIMARY, picture, reportText } from './recall/report.ts'
import type { Task } from './recall/run-tracks.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const GOLDEN = join(root, 'bench/recall/scores.golden.txt')

const options = {
  track: { type: 'string' },
  arm: { type: 'string' },
  split: { type: 'string' },
  data: { type: 'string', default: join(root, '../shared/corpus/recall') },
  out: { type: 'string', default: join(root, '.cache/recall') },
  ablation: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
} as const

export const bench = async (args: readonly string[]): Promise<void> => {
  process.exitCode = await run(args)
}

const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options })
  if (!existsSync(values.data)) {
    process.stderr.write(`no recorded sessions in ${values.data}: name a folder with --data\n`)
    return 2
  }
  const tracks = chosen(TRACKS, values.track, (name) => name)
  const known = [...houseArms, ...productArms, ...oracleArms, ...(values.ablation ? ablationArms : [])]
  const arms = chosen(known, values.arm, ({ name }) => name).map(({ name }) => name)
  const rows = await runAll({ ...values, arms }, tracks)
  const report = reportText(rows)
  write({ folder: values.out, rows, report })
  process.stdout.write(report)
  return values.check || values.update ? compare(rows, values.update) : 0
}

/** Two cores, a queue: the longest tracks first, the next one to whoever is free. Rows in the order of the tracks. */
const runAll = async (task: Omit<Task, 'tracks'>, tracks: readonly TrackName[]): Promise<readonly Row[]> => {
  const queue = LONGEST_FIRST.filter((track) => tracks.includes(track))
  const made = new Map<TrackName, readonly Row[]>()
  const work = async (): Promise<void> => {
    for (let track = queue.shift(); track !== undefined; track = queue.shift())
      made.set(track, await runApart({ ...task, tracks: [track] }))
  }
  await Promise.all([work(), work()])
  return tracks.flatMap((track) => made.get(track) ?? [])
}

const LONGEST_FIRST: readonly TrackName[] = ['F', 'D', 'P', 'V', 'L', 'I', 'R']

const runApart = (task: Task): Promise<readonly Row[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('recall/run-tracks.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

const chosen = <Item extends object | string>(
  all: readonly Item[],
  names: string | undefined,
  nameOf: (item: Item) => string,
): readonly Item[] => {
  if (names === undefined) return all
  const wanted = names.split(',').map((name) => name.trim())
  const unknown = wanted.filter((name) => !all.some((item) => nameOf(item) === name))
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; one of: ${all.map(nameOf).join(', ')}`)
  return all.filter((item) => wanted.includes(nameOf(item)))
}

type Written = { readonly folder: string; readonly rows: readonly Row[]; readonly report: string }

const write = ({ folder, rows, report }: Written): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'rows.jsonl'), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  writeFileSync(join(folder, 'recall.md'), report)
  for (const metric of [PRIMARY, 'future.entity~', 'future.relation'])
    writeFileSync(join(folder, `${metric.replace('~', '')}.svg`), picture(rows, metric))
  process.stderr.write(`rows, tables and pictures: ${folder}\n`)
}

/** Only arms that are built here: a product that gets better must not break the examiner's own golden. */
const compare = (rows: readonly Row[], isUpdate: boolean): number => {
  const house = new Set(houseArms.map(({ name }) => name))
  const now = `${goldenLines(rows.filter(({ arm, track }) => house.has(arm) && (track === 'R' || track === 'F'))).join('\n')}\n`
  if (isUpdate) {
    writeFileSync(GOLDEN, now)
    return 0
  }
  const before = new Set(readFileSync(GOLDEN, 'utf8').split('\n'))
  const changed = now.split('\n').filter((line) => !before.has(line))
  for (const line of changed.slice(0, 20)) process.stderr.write(`changed: ${line}\n`)
  process.stderr.write(`${changed.length} scores differ from the golden\n`)
  return changed.length === 0 ? 0 : 1
}
