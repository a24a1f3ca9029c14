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

const openHome = (): Desk => {
  const desk = openDesk()
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

// The guard: what an earlier listing read of a log is not read again (adapters/store/thread-listing.ts).
test(
  'COST-09: 2,000 session files of 5 GB in all are listed from an index, and bad ones are skipped',
  SLOW,
  async () => {
    const desk = openHome()
    plant(desk)
    const first = await desk.rawr('sessions')
    expect(first.code).toBe(0)
    expect(first.out.match(/^th_\d+ .* Berth \d+\.$/gm)).toHaveLength(FILES)
    expect(first.out).not.toContain('th_bad')
    // From here on only the index says so: whoever opened a single log would not.
    const index = join(desk.home, 'sessions', 'index.json')
    const text = readFileSync(index, 'utf8')
    expect(text.length).toBeLessThan(FILES * 600)
    writeFileSync(index, text.replaceAll('Berth', 'Quay'))
    expect((await desk.rawr('sessions')).out).toBe(first.out.replaceAll('Berth', 'Quay'))
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
