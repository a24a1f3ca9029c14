/**
 * Typing where a thread is very long, beside typing after its first turn, through the real program. Counted is what the
 * program does for a key, in calls of its functions and in what it writes: a clock would measure the machine.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { countCalls } from '../testing/count-calls.ts'
import { repeatTurn } from '../testing/long-thread.ts'
import { openScreen, type Screen } from '../testing/open-screen.ts'
import { type Desk, openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const { desks, screens, closing } = cleared()

const READY = 'Ask for anything'
const TURNS = 750
const KEYS = 60

type Counted = { readonly screen: Screen; readonly complaints: string }

/** What Node says of its debugger must not stand on the screen. */
const open = (desk: Desk, ...args: readonly string[]): Counted => {
  const complaints = join(desk.home, `complaints-${screens.length}`)
  const screen = openScreen({
    desk,
    args: ['open', ...args],
    columns: 100,
    rows: 30,
    env: { NODE_OPTIONS: '--inspect=0' },
    through: (command) => ['sh', '-c', `exec ${command} 2> '${complaints}'`],
  })
  screens.push(screen)
  return { screen, complaints }
}

const turnsIn = (screen: Screen): number => (screen.history().match(/● All looked at\./g) ?? []).length

/** What one key costs, each seen on the screen before the next is pressed. */
const costOfKeys = async ({ screen, complaints }: Counted) => {
  const press = async (count: number): Promise<void> => {
    for (let key = 1; key <= count; key += 1) {
      screen.type('k')
      await screen.until(`› ${'k'.repeat(key)}\n`)
    }
    screen.type('\u0015')
    await screen.until(READY)
    await screen.quiet()
  }
  await screen.quiet(1_000)
  await press(5)
  const counter = await countCalls(readFileSync(complaints, 'utf8'))
  const before = screen.bytes().length
  await press(KEYS)
  const calls = (await counter.read()) / KEYS
  // A program that is looked into does not end.
  counter.close()
  return { calls, bytes: (screen.bytes().length - before) / KEYS }
}

// The guard: a finished cell is laid out once and then nobody's; a key draws the frame alone (app/paper.ts).
test('COST-10: in a thread of 1,500 messages and 3,000 tool parts a key costs what it costs in a young one', {
  timeout: 180_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  const list = { name: 'list_dir', arguments: { path: '.' } }
  const model = await startTalkingModel({ answers: [{ calls: [list, list, list, list] }, { say: 'All looked at.' }] })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow: 2_000_000 })
  const fresh = open(desk)
  await fresh.screen.until(READY)
  fresh.screen.type('Look at it.\r')
  await fresh.screen.until('All looked at.')
  await fresh.screen.until(READY)
  const inFresh = await costOfKeys(fresh)
  const thread = /thread (th_\S+)/.exec(fresh.screen.history())?.[1] ?? ''
  fresh.screen.type('/quit\r')
  await fresh.screen.exited
  await desk.rawr('daemon', 'stop')
  repeatTurn(desk.home, TURNS - 1)
  const huge = open(desk, '--resume', thread)
  await huge.screen.until(() => turnsIn(huge.screen) === TURNS)
  expect(huge.screen.history().match(/✔ list_dir/g)).toHaveLength(4 * TURNS)
  const inHuge = await costOfKeys(huge)
  expect(inHuge.calls).toBeLessThan(1.2 * inFresh.calls)
  expect(inHuge.bytes).toBeLessThan(1.2 * inFresh.bytes)
})
