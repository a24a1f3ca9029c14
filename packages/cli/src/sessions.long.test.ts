/** COST-09 through the program. What it reads is counted, not timed: times are the business of no test. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDaemon } from '@rawr/core'
import { afterEach, expect, test } from 'vitest'
import { writeLogs } from './testing/many-logs.ts'
import { openScreen } from './testing/open-screen.ts'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const FILES = 2_000
const LOGS = { files: FILES, bytes: 2.5 * 1024 * 1024 }
const SLOW = { timeout: 300_000 }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
}, 60_000)

const openHome = (env: Readonly<Record<string, string>> = {}): Desk => {
  const desk = openDesk(env)
  closing.push(desk.clear)
  recordModel(desk.home, [{ say: 'Here.' }])
  return desk
}

const plant = ({ home }: Desk): string => {
  const { folder, clear } = writeLogs(home, LOGS)
  closing.push(clear)
  writeFileSync(join(folder, 'rollout-2026-01-01T00-00-00-th_bad.jsonl'), '\u0000'.repeat(1_000))
  return folder
}

/** All that a process has read by now, its own modules among it. */
const bytesReadBy = (pid: number): number =>
  Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])

/** What client and daemon have read when the first screen is there. */
const firstScreen = async (desk: Desk): Promise<number> => {
  const screen = openScreen({ desk })
  await screen.until('Ask for anything')
  const daemon = await findDaemon(desk.home)
  const read = bytesReadBy(screen.pid) + bytesReadBy(daemon?.pid ?? 0)
  screen.kill('SIGKILL')
  await screen.exited
  return read
}

/** Every program that is run with this says at its end, behind all its complaints, what it has read. */
const TELLS_BYTES = `--import=data:text/javascript,${encodeURIComponent(
  `import { readFileSync, writeSync } from 'node:fs'
   process.on('exit', () => writeSync(2, readFileSync('/proc/self/io', 'utf8')))`,
)}`

type Listed = { readonly out: string; readonly complaints: string; readonly bytes: number }

const list = async (desk: Desk, ...flags: readonly string[]): Promise<Listed> => {
  const { code, out, err } = await desk.rawr('sessions', ...flags)
  expect(code).toBe(0)
  const at = err.search(/^rchar: /m)
  return { out, complaints: err.slice(0, at), bytes: Number(/^rchar: (\d+)$/m.exec(err)?.[1]) }
}

const MIB = 1024 * 1024

// The guards: of a log the ends are read, and on from there only so much (adapters/store/thread-summary.ts, thread-listing.ts);
// what an earlier listing read is not read again.
test(
  'COST-09: 2,000 session files of 5 GB in all are listed by their ends and from an index, and bad ones are skipped',
  SLOW,
  async () => {
    const desk = openHome({ NODE_OPTIONS: TELLS_BYTES })
    // What the program is made of is read by every run of it.
    await list(desk)
    const bare = await list(desk)
    plant(desk)
    const first = await list(desk)
    expect(first.out.match(/^th_\d+ .* Berth \d+\.$/gm)).toHaveLength(FILES)
    expect(first.out).not.toContain('th_bad')
    expect(first.complaints).toMatch(
      /^19\d\d logs are shown by beginning and end; 5,\d\d\d MB between were not read yet/,
    )
    // 32 KiB of each, and 16 MiB of what lies between: of 5 GB one part in sixty.
    expect(first.bytes - bare.bytes).toBeLessThan(((FILES * 32) / 1024) * MIB + 17 * MIB)
    // From here on only the index says so: whoever opened a log at its beginning would not.
    const index = join(desk.home, 'sessions', 'index.json')
    const text = readFileSync(index, 'utf8')
    expect(text.length).toBeLessThan(FILES * 600)
    writeFileSync(index, text.replaceAll('Berth', 'Quay'))
    const second = await list(desk)
    expect(second.out).toBe(first.out.replaceAll('Berth', 'Quay'))
    expect(second.bytes - bare.bytes).toBeLessThan(text.length + 17 * MIB)
    const whole = await list(desk, '--whole')
    expect(whole.complaints).toBe('')
    expect(whole.bytes).toBeGreaterThan(FILES * MIB)
    expect((await list(desk)).bytes - bare.bytes).toBeLessThan(2 * text.length)
  },
)

// The guard: nobody lists threads to begin one (daemon/main.ts has no such call).
test('COST-09: the first screen reads none of 2,000 session files of 5 GB in all', SLOW, async () => {
  const [empty, full] = [openHome(), openHome()]
  plant(full)
  // What the daemon and the client have compiled once is read from a cache the next time.
  await firstScreen(openHome())
  expect((await firstScreen(full)) - (await firstScreen(empty))).toBeLessThan(LOGS.bytes)
})
