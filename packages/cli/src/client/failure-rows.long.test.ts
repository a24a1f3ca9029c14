/** The failure rows of terminal clients, each provoked through the real program on a pseudo-terminal with the row's own numbers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen, type Screen, type ScreenOptions } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { type Answer, startTalkingModel } from '../testing/talking-model.ts'

const { desks, screens, closing } = cleared()

const READY = 'Ask for anything'
const SLOW = { timeout: 240_000 }
const ESC = '\u001b'
/** Clears the screen or the scrollback, or goes where only a whole screen is drawn. */
const ERASES = new RegExp(`${ESC}\\[[23]J|${ESC}\\[(?:1;1)?H|${ESC}c`, 'g')
const OTHER_SCREEN = new RegExp(`${ESC}\\[\\?(?:1049|1047|47|1000|1002|1003|1006)h`)

type Stage = { readonly answers: readonly Answer[]; readonly contextWindow?: number; readonly more?: object }

const stage = async ({ answers, contextWindow = 200_000, more = {} }: Stage) => {
  const desk = openDesk()
  desks.push(desk)
  const model = await startTalkingModel({ answers })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow, more })
  const open = async (options: Partial<ScreenOptions> = {}): Promise<Screen> => {
    const screen = openScreen({ desk, ...options })
    screens.push(screen)
    await screen.until(READY)
    return screen
  }
  return { desk, model, open }
}

const countOf = (text: string, wanted: RegExp): number => text.match(wanted)?.length ?? 0

const erasesIn = (screen: Screen): number => countOf(screen.bytes(), ERASES)

test(
  'TUI-01: a diff of 400 lines on 80x24 wipes neither screen nor scrollback, and each line stands there once',
  SLOW,
  async () => {
    const added = Array.from({ length: 400 }, (_, line) => `+line number ${line} of the file`).join('\n')
    const input = `*** Begin Patch\n*** Add File: long.txt\n${added}\n*** End Patch`
    const { open } = await stage({
      answers: [{ calls: [{ name: 'apply_patch', arguments: { input } }] }, { say: 'It is written.' }],
    })
    const screen = await open({ columns: 80, rows: 24 })
    screen.type('Write it.\r')
    await screen.until('It is written.')
    const lines = [...screen.history().matchAll(/\+line number (\d+) of the file/g)].map(([, line]) => Number(line))
    expect(lines).toEqual(Array.from({ length: 400 }, (_, line) => line))
    expect(erasesIn(screen)).toBe(0)
  },
)

test(
  'TUI-03: without a multiplexer too, 500 tokens a second repaint at a bounded rate, only what changed, and clear nothing',
  SLOW,
  async () => {
    const seconds = 20
    const words = Array.from({ length: 500 * seconds }, (_, n) => `w${n}${n % 40 === 39 ? '\n\n' : ''}`)
    const { open } = await stage({ answers: [{ say: words.join(' '), wordsPerSecond: 500 }] })
    const screen = await open({ columns: 100, rows: 30 })
    screen.type('Go on.\r')
    const before = screen.bytes().length
    const began = Date.now()
    await screen.until(/w5\d\d/)
    await screen.until(() => screen.text().includes(READY) && screen.text().includes(`w${500 * seconds - 1}`), 120_000)
    const lasted = (Date.now() - began) / 1_000
    const streamed = screen.bytes().slice(before)
    const { length } = words.join(' ')
    // A frame begins where the cursor is hidden or moves up; a stream is drawn at most 25 times a second.
    const frames = countOf(streamed, new RegExp(`${ESC}\\[\\?2026h`, 'g'))
    expect(frames).toBeGreaterThan(0)
    expect(frames).toBeLessThan(26 * lasted)
    // Each word is written twice, in the frame and in the scrollback, and a frame is little more than the line that grows: about
    // 155 bytes of it, and 207 where every frame is drawn whole.
    expect(streamed.length).toBeLessThan(2 * length + 180 * frames)
    expect(countOf(streamed, ERASES)).toBe(0)
    const seen = [...screen.history().matchAll(/\bw(\d+)\b/g)].map(([, word]) => Number(word))
    expect(seen).toEqual(words.map((_, n) => n))
  },
)

test(
  'TUI-06: a long session is all in the terminal’s own scrollback, and a later client writes it there again',
  SLOW,
  async () => {
    const turns = 30
    const { open } = await stage({
      answers: Array.from({ length: turns }, (_, turn) => ({ say: `Answer ${turn}.\n\n`.repeat(8) })),
    })
    const screen = await open()
    for (let turn = 0; turn < turns; turn += 1) {
      screen.type(`Question ${turn}.\r`)
      await screen.until(() => countOf(screen.history(), new RegExp(`Answer ${turn}\\.`, 'g')) === 8)
      await screen.until(READY)
    }
    const questions = (text: string) => [...text.matchAll(/› Question (\d+)\./g)].map(([, turn]) => Number(turn))
    const all = Array.from({ length: turns }, (_, turn) => turn)
    expect(questions(screen.history())).toEqual(all)
    const thread = /thread (th_\S+)/.exec(screen.history())?.[1] ?? ''
    const later = await open({ args: ['open', '--resume', thread] })
    await later.until(() => countOf(later.history(), new RegExp(`Answer ${turns - 1}\\.`, 'g')) === 8)
    expect(questions(later.history())).toEqual(all)
    for (const each of [screen, later]) expect(each.bytes()).not.toMatch(OTHER_SCREEN)
  },
)

test('TUI-07: 120 to 60 to 120 columns five times while it streams leave one copy of each block', SLOW, async () => {
  const blocks = 60
  const say = Array.from(
    { length: blocks },
    (_, block) => `Block ${block}: ${'words that fill a row of it '.repeat(4)}.`,
  ).join('\n\n')
  const { open } = await stage({ answers: [{ say, wordsPerSecond: 300 }] })
  const screen = await open({ columns: 120, rows: 30 })
  screen.type('Go on.\r')
  for (let round = 0; round < 5; round += 1)
    for (const columns of [60, 120]) {
      await screen.until(new RegExp(`Block ${round * 8 + (columns === 60 ? 2 : 6)}:`))
      await screen.resize(columns, 30)
    }
  await screen.until(() => screen.text().includes(`Block ${blocks - 1}:`) && screen.text().includes(READY))
  const seen = [...screen.history().matchAll(/Block (\d+):/g)].map(([, block]) => Number(block))
  expect(seen).toEqual(Array.from({ length: blocks }, (_, block) => block))
  expect(countOf(screen.history(), /› Go on\./g)).toBe(1)
  // Of the frame itself nothing was left behind either.
  await screen.resize(20, 30)
  await screen.until(/› Ask for anything\s*\n/)
  await screen.resize(20, 8)
  await screen.quiet()
  await screen.resize(120, 30)
  await screen.until(/@ files\n/)
  await screen.quiet()
  expect(countOf(screen.history(), /›/g)).toBe(2)
  expect(countOf(screen.history(), /Enter steers|Ask for/g)).toBe(1)
  expect(countOf(screen.history(), /talker ·/g)).toBe(1)
})

// The guard: several lines that arrive in one burst are a paste (composer/keys.ts).
test(
  'TUI-08: 40 pasted lines are one input, with and without brackets, with a newline at the end too, and wait for the key',
  SLOW,
  async () => {
    const { model, open } = await stage({ answers: [{ say: 'One.' }, { say: 'Two.' }, { say: 'Three.' }] })
    const screen = await open({ columns: 80, rows: 40 })
    const lines = (name: string) => Array.from({ length: 40 }, (_, line) => `${name} line ${line}`).join('\r')
    const pastes = [`${ESC}[200~${lines('bracketed')}${ESC}[201~`, lines('bare'), `${lines('ended')}\r`]
    for (const [index, paste] of pastes.entries()) {
      screen.type(paste)
      await screen.until(/\[paste 1: 4[01] lines\]/)
      await screen.quiet()
      expect(model.asked()).toBe(index)
      screen.type('\r')
      await screen.until(new RegExp(['One', 'Two', 'Three'][index] ?? ''))
      await screen.until(READY)
      expect(model.asked()).toBe(index + 1)
    }
    const text = screen.history()
    expect(countOf(text, /›/g)).toBe(4)
    for (const name of ['bracketed', 'bare', 'ended'])
      for (const line of [0, 38]) expect(countOf(text, new RegExp(`${name} line ${line}\\b`, 'g'))).toBe(1)
  },
)

// The guard: Ctrl-O puts the text of a chip in its place (composer/editor.ts).
test('TUI-09: a paste of 15 lines is a chip that can be opened, edited and sent', SLOW, async () => {
  const { open } = await stage({ answers: [{ say: 'Read.' }] })
  const screen = await open({ columns: 80, rows: 40 })
  const lines = Array.from({ length: 15 }, (_, line) => `a line ${line}`).join('\n')
  screen.type(`${ESC}[200~${lines}${ESC}[201~`)
  await screen.until('[paste 1: 15 lines]')
  screen.type('\u000f')
  await screen.until('a line 14')
  expect(screen.text()).not.toContain('[paste')
  screen.type(' edited')
  await screen.until('a line 14 edited')
  screen.type('\r')
  await screen.until('Read.')
  expect(screen.history()).toMatch(/› a line 0\n(?: {2}a line \d+\n){13} {2}a line 14 edited/)
})

// The guard: the caret counts columns, not characters (render/composer-rows.ts).
test(
  'TUI-10: the cursor of the terminal stands at the caret: behind wide characters, in a wrapped line and in a second one',
  SLOW,
  async () => {
    const { open } = await stage({ answers: [] })
    const screen = await open({ columns: 40, rows: 24 })
    const caretAfter = async (keys: string, row: string): Promise<{ x: number; line: string }> => {
      screen.type(keys)
      await screen.until(row)
      await screen.quiet()
      const { x, y, isHidden } = screen.cursor()
      expect(isHidden).toBe(false)
      return { x, line: screen.rows()[y] ?? '' }
    }
    // Two columns a character, behind the prompt of two.
    expect(await caretAfter('日本語', '› 日本語')).toEqual({ x: 8, line: '› 日本語' })
    expect(await caretAfter('e\u0301👨‍👩‍👧', '👨‍👩‍👧')).toMatchObject({ x: 11 })
    screen.type('\u0015')
    await screen.until(READY)
    // 37 columns of text fit a row of 40: 18 of these, and the rest stands below.
    expect(await caretAfter('文'.repeat(20), `  ${'文'.repeat(2)}`)).toEqual({ x: 6, line: `  ${'文'.repeat(2)}` })
    expect(await caretAfter('\n第二行', '第二行')).toEqual({ x: 8, line: '  第二行' })
    screen.type(`${ESC}[D`)
    await screen.until(() => screen.cursor().x === 6)
  },
)

// The guard: a mark a compaction, and their number in the status line (render/status-row.ts).
test(
  'TUI-11: three automatic compactions leave one line each with sizes; each can be opened, and they are counted',
  SLOW,
  async () => {
    const { desk, open } = await stage({
      contextWindow: 20_000,
      answers: Array.from({ length: 12 }, (_, turn) => ({
        say: `Step ${turn} is done. ${`What was found in part ${turn} of the project. `.repeat(160)}\n\nThat is it for step ${turn}.`,
      })),
      more: { rawr_auto_compaction: { packet_author: 'watcher', scratch_write_enabled: false } },
    })
    writeFileSync(join(desk.folder, 'notes.md'), '# Notes\n')
    const screen = await open({ columns: 120, rows: 40 })
    const marks = () => countOf(screen.history(), /◆ Compaction \d+: \S+ → \S+ tokens/g)
    for (let turn = 0; turn < 12 && marks() < 3; turn += 1) {
      screen.type(`Do step ${turn}.\r`)
      // An answer of the script may go to the compaction, which asks the model too.
      await screen.until(() => countOf(screen.history(), /That is it for step/g) > turn)
      await screen.until(READY)
      await screen.quiet()
    }
    expect(marks()).toBe(3)
    expect([...screen.history().matchAll(/◆ Compaction (\d+): /g)].map(([, number]) => number)).toEqual(['1', '2', '3'])
    expect(screen.history()).toContain('by the watcher')
    expect(screen.text()).toContain('3◆')
    for (const number of [1, 3]) {
      screen.type(`/history ${number}\r`)
      await screen.until(() =>
        new RegExp(`Compaction ${number} \\(cp_\\S+\\): .*what stands in place`).test(screen.history()),
      )
    }
    screen.type('/status\r')
    await screen.until(() => /compactions\s+3/.test(screen.history()))
  },
)

test(
  'a paste of 1 MB is a chip, a storm of sizes leaves one composer, and all of the paste is sent',
  SLOW,
  async () => {
    const { model, open } = await stage({ answers: [{ say: 'Read.' }], contextWindow: 2_000_000 })
    const screen = await open({ columns: 80, rows: 24 })
    const lines = 25_000
    screen.type(`${ESC}[200~${'a line of a pasted file, of some length\n'.repeat(lines)}${ESC}[201~ why?`)
    await screen.until('[paste 1: 25,001 lines] why?')
    for (let step = 0; step < 30; step += 1) await screen.resize(40 + step * 3, 10 + (step % 15))
    await screen.resize(80, 24)
    await screen.quiet()
    expect(countOf(screen.text(), /›/g)).toBe(1)
    expect(model.asked()).toBe(0)
    screen.type('\r')
    await screen.until('Read.')
    expect(screen.history()).toContain(`… ${lines + 1 - 40} more lines`)
  },
)
