/** Typing where a thread is very long, beside typing where it has just begun: through the real program, on one machine, in turns. */
import { afterEach, expect, test } from 'vitest'
import { repeatTurn } from '../testing/long-thread.ts'
import { openScreen, type Screen } from '../testing/open-screen.ts'
import { type Desk, openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const desks: Desk[] = []
const screens: Screen[] = []
afterEach(async () => {
  for (const screen of screens.splice(0)) screen.kill('SIGKILL')
  for (const opened of desks.splice(0)) await opened.clear()
}, 120_000)

const KEYS = 60
const MS_MAX = 50
const TURNS = 750

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

test('COST-10: with 1,500 messages and 3,000 tool parts a key is on the screen within 50 ms, or as soon as in a new thread', {
  timeout: 400_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  const list = { name: 'list_dir', arguments: { path: '.' } }
  const model = await startTalkingModel({ answers: [{ calls: [list, list, list, list] }, { say: 'All looked at.' }] })
  serveModel(desk.home, { url: model.url, contextWindow: 2_000_000 })
  const open = async (...args: readonly string[]): Promise<Screen> => {
    const screen = openScreen({ desk, args: ['open', ...args], columns: 100, rows: 30 })
    screens.push(screen)
    await screen.until('Ask for anything')
    return screen
  }
  const first = await open()
  first.type('Look at it.\r')
  await first.until('All looked at.')
  await first.until('Ask for anything')
  const thread = /thread (th_\S+)/.exec(first.history())?.[1] ?? ''
  first.type('/quit\r')
  await first.exited
  await desk.rawr('daemon', 'stop')
  repeatTurn(desk.home, TURNS - 1)
  const huge = await open('--resume', thread)
  await huge.quiet(1_000)
  const fresh = await open()
  const times = { huge: [] as number[], fresh: [] as number[] }
  for (let key = 0; key < KEYS; key += 1)
    for (const [name, screen] of [
      ['huge', huge],
      ['fresh', fresh],
    ] as const) {
      const typed = `k${String(key).padStart(2, '0')}`
      const began = performance.now()
      screen.type(typed)
      await screen.until(typed)
      times[name].push(performance.now() - began)
    }
  expect(huge.history().match(/✔ list_dir/g)).toHaveLength(4 * TURNS)
  expect(huge.history().match(/● All looked at\./g)).toHaveLength(TURNS)
  expect(p95(times.huge)).toBeLessThan(Math.max(MS_MAX, 2 * p95(times.fresh)))
  model.close()
})
