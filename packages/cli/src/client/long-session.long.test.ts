/**
 * A long session pressed into a minute: resizes while it streams, pastes, a killed daemon, three compactions. Afterwards the
 * scrollback has everything once and in order, and nothing was ever cleared but the frame itself.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type Screen } from '../testing/open-screen.ts'
import { type Desk, openDesk, recordModel } from '../testing/run-rawr.ts'

const TURNS = 9
const desks: Desk[] = []
const screens: Screen[] = []
afterEach(async () => {
  for (const screen of screens.splice(0)) screen.kill('SIGKILL')
  for (const opened of desks.splice(0)) await opened.clear()
}, 120_000)

const paragraph = (turn: number): string =>
  Array.from(
    { length: 12 },
    (_, line) => `Answer ${turn}, paragraph ${line}: ${'words that fill a row of the screen '.repeat(3)}.\n`,
  ).join('\n')

test('TUI-07: after resizes, pastes, a killed daemon and compactions each cell stands there once, in order', {
  timeout: 400_000,
}, async () => {
  const desk = openDesk()
  desks.push(desk)
  recordModel(
    desk.home,
    Array.from({ length: TURNS }, (_, turn) => ({ say: paragraph(turn) })),
  )
  const screen = openScreen({ desk, columns: 120, rows: 30 })
  screens.push(screen)
  await screen.until('Ask for anything')
  for (let turn = 0; turn < TURNS; turn += 1) {
    const isPaste = turn % 3 === 1
    screen.type(isPaste ? `\u001b[200~${`Question ${turn}, pasted\n`.repeat(12)}\u001b[201~` : `Question ${turn}.`)
    await screen.until(isPaste ? /\[paste 1: 13 lines\]/ : `Question ${turn}.`)
    screen.type('\r')
    for (const columns of [60, 120]) await screen.resize(columns, 30)
    await screen.until(`Answer ${turn}, paragraph 11`)
    await screen.until('Ask for anything')
    if (turn % 3 === 2) {
      screen.type('/compact\r')
      await screen.until(new RegExp(`Compaction ${(turn + 1) / 3}:|Compaction failed`))
      await screen.until('Ask for anything')
    }
    if (turn === 4) {
      process.kill(JSON.parse(readFileSync(join(desk.home, 'daemon.json'), 'utf8')).pid, 'SIGKILL')
      await screen.until(/reconnecting/)
      await screen.until(() => !screen.text().includes('reconnecting'))
    }
  }
  screen.type('/quit\r')
  await screen.exited
  await screen.quiet()
  const text = screen.history()
  const seen = [...text.matchAll(/Answer (\d+), paragraph (\d+):/g)].map(([, turn, line]) => `${turn}.${line}`)
  expect(seen).toEqual(Array.from({ length: TURNS * 12 }, (_, index) => `${Math.floor(index / 12)}.${index % 12}`))
  for (let turn = 0; turn < TURNS; turn += 1)
    expect(text.match(new RegExp(`› Question ${turn}[.,]`, 'g'))).toHaveLength(1)
  expect(text.match(/Compaction \d: |Compaction failed/g)).toHaveLength(3)
  // Neither screen nor scrollback was erased whole, and the cursor never went home.
  expect(screen.bytes()).not.toMatch(new RegExp(`${'\u001b'}\\[(?:[23]J|H|1;1H)`))
})
