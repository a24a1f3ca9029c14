// From the start of a process on a pseudo-terminal to its first line: Node alone, Ink alone, the client beside a warm daemon;
// the three take turns, each round another one first. Beside the time the processor's own, which other work disturbs less, and
// of the client when it has its thread: its first line says that it connects.
import { readdirSync, readFileSync } from 'node:fs'
import { openScreen, type ScreenOptions } from '../../packages/cli/src/testing/open-screen.ts'
import { openDesk, recordModel } from '../../packages/cli/src/testing/run-rawr.ts'
import { medianInterval } from '../rounds.ts'
import { buildBareInk } from './bare-ink.ts'
import { type Figures, figuresOf, lineOf } from './figures.ts'

const MARK = '›'
const RAWR = 'rawr, warm daemon'
/** The client has its thread, and can send. */
const READY = 'Ask for anything'
const NODE_ALONE = `process.stdout.write(${JSON.stringify(MARK)});setTimeout(()=>{},60_000)`

type Start = { readonly ms: number; readonly cpuMs: number; readonly readyMs: number | null }

export const benchFirstPaint = async (program: string | undefined, rounds: number): Promise<void> => {
  const ink = await buildBareInk()
  const desk = openDesk()
  recordModel(desk.home, [])
  const ours = { desk, ...(program === undefined ? {} : { program }) }
  const warm = openScreen(ours)
  try {
    await warm.until(READY)
    const ways: readonly (readonly [string, ScreenOptions])[] = [
      ['node alone', { desk, through: () => [process.execPath, '-e', NODE_ALONE] }],
      ['ink alone', { desk, through: () => [process.execPath, ink.file] }],
      [RAWR, ours],
    ]
    const starts = new Map<string, Start[]>(ways.map(([name]) => [name, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const [name, way] of [...ways.slice(round % ways.length), ...ways.slice(0, round % ways.length)])
        starts.get(name)?.push(await startOf(way, name === RAWR ? READY : null))
    report(starts)
  } finally {
    warm.kill('SIGKILL')
    ink.clear()
    await desk.clear()
  }
}

const startOf = async (way: ScreenOptions, ready: string | null): Promise<Start> => {
  const began = performance.now()
  const screen = openScreen(way)
  await screen.until(() => screen.bytes().includes(MARK))
  const start = { ms: performance.now() - began, cpuMs: cpuMsOf(screen.pid) }
  if (ready !== null) await screen.until(ready)
  const readyMs = ready === null ? null : performance.now() - began
  screen.kill('SIGKILL')
  await screen.exited
  return { ...start, readyMs }
}

/** Of all its threads; not a number where the system does not tell. */
const cpuMsOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]))
      .reduce((sum, ns) => sum + ns / 1e6, 0)
  } catch {
    return Number.NaN
  }
}

const report = (starts: ReadonlyMap<string, readonly Start[]>): void => {
  const print = (title: string, read: (start: Start) => number): void => {
    for (const [name, all] of starts) {
      const figures: Figures = figuresOf(all.map(read))
      process.stdout.write(`${lineOf(`${title}, ${name}`, figures)}\n`)
    }
    const ours = starts.get(RAWR) ?? []
    const bare = starts.get('ink alone') ?? []
    const ratios = ours.map((start, index) => read(start) / read(bare[index] ?? start))
    const interval =
      medianInterval(ratios)
        ?.map((bound) => bound.toFixed(2))
        .join('…') ?? 'too few runs'
    process.stdout.write(`  rawr to ink alone: ${figuresOf(ratios).median.toFixed(2)} × (95 %: ${interval})\n`)
  }
  print('first line', ({ ms }) => ms)
  print('processor until then', ({ cpuMs }) => cpuMs)
  const ready = (starts.get(RAWR) ?? []).flatMap(({ readyMs }) => (readyMs === null ? [] : [readyMs]))
  process.stdout.write(`${lineOf(`has its thread, ${RAWR}`, figuresOf(ready))}\n`)
}
