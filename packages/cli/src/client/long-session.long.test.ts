/**
 * A session of ten minutes pressed into one, with two clients: resizes while it streams, pastes, sockets that drop in the
 * middle of an answer and of a compaction, a killed daemon, three compactions. Afterwards both scrollbacks have everything
 * once and in order, and nothing was ever cleared but the frame itself.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen, type Screen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startSocketProxy } from '../testing/socket-proxy.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const TURNS = 10
const PARAGRAPHS = 10
const READY = 'Ask for anything'
const { desks, screens, closing } = cleared()

const answer = (turn: number): string =>
  Array.from(
    { length: PARAGRAPHS },
    (_, line) => `Answer ${turn}, paragraph ${line}: ${'words that fill a row of the screen '.repeat(6)}.`,
  ).join('\n\n')

/** What happens in the middle of the answer of a turn. */
type Trouble = 'resize' | 'drop' | 'paste' | 'kill' | 'compact' | 'compact and drop'
const SCRIPT: readonly (readonly Trouble[])[] = [
  ['resize'],
  ['drop', 'paste'],
  ['drop', 'resize', 'drop'],
  ['paste'],
  ['compact', 'resize', 'drop'],
  ['resize', 'drop'],
  ['paste', 'compact and drop'],
  ['kill', 'paste'],
  ['compact', 'resize'],
  ['resize', 'kill'],
]

test('TUI-07: after resizes, pastes, dropped sockets, killed daemons and compactions each cell stands there once, in order, on two clients', {
  timeout: 500_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  const answers = Array.from({ length: TURNS }, (_, turn) => ({ say: answer(turn), wordsPerSecond: 300 }))
  const model = await startTalkingModel({ answers })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow: 200_000 })
  const open = async (...more: readonly string[]): Promise<Screen> => {
    const screen = openScreen({ desk, args: ['open', ...more], columns: 120, rows: 30 })
    screens.push(screen)
    await screen.until(READY)
    return screen
  }
  const starter = await open()
  const proxy = await startSocketProxy(desk.home)
  closing.push(proxy.close)
  // The daemon was found before the proxy stood in front of it.
  const thread = /thread (th_\S+)/.exec(starter.history())?.[1] ?? ''
  starter.type('/quit\r')
  await starter.exited
  const screen = await open('--resume', thread)
  const guest = await open('--resume', thread)
  await screen.until('of 2')
  let dropped = 0
  for (const [turn, troubles] of SCRIPT.entries()) {
    const isPaste = troubles.includes('paste')
    screen.type(isPaste ? `\u001b[200~${`Question ${turn}, pasted\n`.repeat(12)}\u001b[201~` : `Question ${turn}.`)
    await screen.until(isPaste ? /\[paste 1: 13 lines\]/ : `Question ${turn}.`)
    screen.type('\r')
    await screen.until(`Answer ${turn}, paragraph 2`)
    for (const trouble of troubles) {
      if (trouble === 'drop') dropped += proxy.drop()
      if (trouble === 'resize') for (const columns of [60, 120]) await screen.resize(columns, 30)
    }
    for (const each of [screen, guest]) await each.until(`Answer ${turn}, paragraph ${PARAGRAPHS - 1}`)
    await screen.until(READY)
    if (troubles.some((trouble) => trouble.startsWith('compact'))) {
      screen.type('/compact --strategy extractive\r')
      if (troubles.includes('compact and drop')) dropped += proxy.drop()
      for (const each of [screen, guest]) await each.until(/Compaction \d: |Compaction failed/)
      await screen.until(READY)
    }
    if (troubles.includes('kill')) {
      process.kill(JSON.parse(readFileSync(join(desk.home, 'daemon.json'), 'utf8')).pid, 'SIGKILL')
      await screen.until(/reconnecting/)
      for (const each of [screen, guest]) await each.until(() => !/connecting/.test(each.text()))
    }
  }
  expect(dropped).toBeGreaterThanOrEqual(8)
  for (const each of [screen, guest]) {
    each.type('/quit\r')
    await each.exited
    await each.quiet()
    const text = each.history()
    const seen = [...text.matchAll(/Answer (\d+), paragraph (\d+):/g)].map(([, turn, line]) => `${turn}.${line}`)
    const all = Array.from({ length: TURNS * PARAGRAPHS }, (_, index) => `${Math.floor(index / 10)}.${index % 10}`)
    expect(seen).toEqual(all)
    const asked = [...text.matchAll(/› Question (\d+)[.,]/g)].map(([, turn]) => Number(turn))
    expect(asked).toEqual(SCRIPT.map((_, turn) => turn))
    expect([...text.matchAll(/Compaction (\d|failed)/g)].map(([, number]) => number)).toEqual(['1', '2', '3'])
    // Neither screen nor scrollback was erased whole, and the cursor never went home.
    expect(each.bytes().match(new RegExp(`${'\u001b'}\\[(?:[23]J|H|1;1H)`, 'g')) ?? []).toHaveLength(0)
  }
  const story = (each: Screen) =>
    /› Question 0(?:.|\n)*Answer 9, paragraph 9/.exec(each.history())?.[0].replaceAll(/\s+/g, ' ')
  expect(story(guest)).toBe(story(screen))
})
