import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScreen } from './testing/open-screen.ts'
import { openDesk, recordModel } from './testing/run-rawr.ts'

const FILES = 2_000
const BYTES = 2.5 * 1024 * 1024

/** A log of that size: its beginning, then one line that is a hole in the file and takes no room on the disk. */
const writeLog = (folder: string, index: number): void => {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  const begun = { id: `th_${index}`, timestamp, cwd: '/work', originator: 'rawr', cli_version: '0', source: 'test' }
  const meta = { id: 'i1', at: 0, origin: 'user' }
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: `Berth ${index}.` }], meta }
  const lines = [
    { timestamp, ordinal: 0, type: 'session_meta', payload: begun },
    { timestamp, ordinal: 1, type: 'response_item', payload: said },
  ]
  const name = `rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-th_${index}.jsonl`
  const file = openSync(join(folder, name), 'w')
  writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  ftruncateSync(file, BYTES - 1)
  writeSync(file, '\n', BYTES - 1)
  closeSync(file)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The better of two: the machine may be busy with something else. */
const better = async (work: () => Promise<unknown>): Promise<number> => Math.min(await timed(work), await timed(work))

// The guard: what an earlier listing read of a log is not read again (adapters/store/thread-listing.ts).
test('COST-09: with 2,000 session files of 5 GB in all the first screen comes as without them, and the list from an index; bad files are skipped', {
  timeout: 300_000,
}, async () => {
  const desk = openDesk()
  const { rawr, home, clear } = desk
  recordModel(home, [{ say: 'Here.' }])
  const folder = join(home, 'sessions', '2026', '01', '01')
  mkdirSync(folder, { recursive: true })
  const firstScreen = async (): Promise<void> => {
    const screen = openScreen({ desk })
    await screen.until('Ask for anything')
    screen.kill('SIGKILL')
    await screen.exited
  }
  try {
    const list = () => rawr('sessions')
    const [emptyScreenMs, emptyListMs] = [await better(firstScreen), await better(list)]
    for (let index = 0; index < FILES; index += 1) writeLog(folder, index)
    writeFileSync(join(folder, 'rollout-2026-01-01T00-00-00-th_bad.jsonl'), '\u0000'.repeat(1_000))
    const screenMs = await better(firstScreen)
    const first = await list()
    expect(first.code).toBe(0)
    expect(first.out.match(/^th_\d+ .* Berth \d+\.$/gm)).toHaveLength(FILES)
    expect(first.out).not.toContain('th_bad')
    expect((await list()).out).toBe(first.out)
    const listMs = await better(list)
    expect([screenMs - emptyScreenMs < 1_000, listMs - emptyListMs < 1_000]).toEqual([true, true])
  } finally {
    // Nobody judges holes.
    rmSync(folder, { recursive: true })
    await clear()
  }
})
