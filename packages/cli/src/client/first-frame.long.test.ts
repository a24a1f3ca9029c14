/** What stands on the screen before all of the client is loaded, and that nothing of it is lost or doubled when it is. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const GATE_MODULE = join(import.meta.dirname, '../testing/gate-module.ts')
const BEGIN_ONLY = join(import.meta.dirname, '../testing/begin-only.ts')
const READY = 'Ask for anything'
const SLOW = { timeout: 120_000 }
const { desks, screens, closing } = cleared()

/** A client of which this module is loaded when the gate is opened. */
const openGated = async (gated: string, through?: Parameters<typeof openScreen>[0]['through']) => {
  const desk = openDesk()
  desks.push(desk)
  const model = await startTalkingModel({
    answers: [{ say: 'The first answer.\n\nIts second part.' }, { say: 'The second answer.' }],
  })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow: 200_000 })
  const gate = join(desk.home, 'gate')
  const env = { GATED: gated, GATE: gate, NODE_OPTIONS: `--import=${GATE_MODULE}` }
  const screen = openScreen({ desk, columns: 80, rows: 24, env, ...(through === undefined ? {} : { through }) })
  screens.push(screen)
  return { screen, openGate: () => writeFileSync(gate, '') }
}

const countOf = (text: string, wanted: RegExp): number => text.match(wanted)?.length ?? 0

test(
  'the first frame says what is: no thread and no link yet; what is typed meanwhile is in the composer afterwards',
  SLOW,
  async () => {
    const { screen, openGate } = await openGated('/cli/src/open.ts')
    await screen.until('connecting…')
    expect(screen.rows().filter((row) => row !== '')).toEqual(['› Connecting…', 'connecting…'])
    expect(screen.cursor()).toMatchObject({ x: 2, isHidden: false })
    screen.type('typed early')
    await screen.quiet()
    // The terminal shows nothing by itself any more: it would be there twice.
    expect(screen.history()).not.toContain('typed')
    openGate()
    await screen.until('› typed early')
    await screen.until('talker')
    await screen.quiet()
    expect(countOf(screen.history(), /›/g)).toBe(1)
    expect(countOf(screen.history(), /onnecting…/g)).toBe(0)
    screen.type('\r')
    await screen.until('Its second part.')
  },
)

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  '%s before the client has come takes the first frame away',
  SLOW,
  async (signal) => {
    const desk = openDesk()
    desks.push(desk)
    const screen = openScreen({ desk, program: BEGIN_ONLY })
    screens.push(screen)
    await screen.until('connecting…')
    process.kill(screen.pid, signal)
    await screen.exited
    await screen.quiet()
    expect(screen.history()).toBe('')
    expect(screen.cursor()).toMatchObject({ x: 0, isHidden: false })
  },
)

// The guards: the first press erases its own frame before another one prints (app/paper.ts, app/first-press.ts).
test(
  'a whole turn goes well before Ink has come, also in another size; Ink then takes the place of what stands there',
  SLOW,
  async () => {
    const { screen, openGate } = await openGated('/tui/src/app/ink-press.ts')
    await screen.until(READY)
    screen.type('One.\r')
    await screen.until('Its second part.')
    await screen.until(READY)
    await screen.resize(60, 20)
    screen.type('a draft')
    await screen.until('› a draft')
    await screen.quiet()
    const before = { text: screen.text(), cursor: screen.cursor(), history: screen.history() }
    const written = screen.bytes().length
    openGate()
    await screen.until(() => screen.bytes().length > written)
    await screen.quiet()
    expect({ text: screen.text(), cursor: screen.cursor(), history: screen.history() }).toEqual(before)
    screen.type('\u0015Two.\r')
    await screen.until('The second answer.')
    await screen.until(READY)
    await screen.quiet()
    const history = screen.history()
    const inOrder = [/› One\./, /The first answer\./, /Its second part\./, /› Two\./, /The second answer\./]
    for (const wanted of [...inOrder, /Ask for anything/, /talker ·/])
      expect(countOf(history, new RegExp(wanted, 'g')), String(wanted)).toBe(1)
    const places = inOrder.map((wanted) => history.search(wanted))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
)

test.each([
  ['while it is stopped', 'stopped'],
  ['when it goes on', 'back'],
  ['in the middle of the next words', 'typing'],
])(
  'stopped before Ink has come, the client goes on with what was being written; Ink comes %s',
  SLOW,
  async (_, when) => {
    let line = ''
    const { screen, openGate } = await openGated('/tui/src/app/ink-press.ts', (command) => {
      line = command
      return ['bash', '--norc', '--noprofile', '-i']
    })
    screen.type(`PS1='shell> '; clear; ${line}\r`)
    await screen.until(READY)
    screen.type('half')
    await screen.until('› half')
    screen.type('\u001a')
    await screen.until(/Stopped(?:.|\n)*shell>/)
    if (when === 'stopped') openGate()
    screen.type('fg\r')
    await screen.until('› half')
    if (when === 'back') openGate()
    screen.type(', who')
    if (when === 'typing') openGate()
    screen.type('le\r')
    await screen.until('Its second part.')
    await screen.until(READY)
    await screen.quiet()
    expect(countOf(screen.history(), /› half/g)).toBe(1)
  },
)

test('leaving before Ink has come leaves what was printed, and no frame', SLOW, async () => {
  const { screen } = await openGated('/tui/src/app/ink-press.ts')
  await screen.until(READY)
  screen.type('One.\r')
  await screen.until('Its second part.')
  await screen.until(READY)
  screen.type('/quit\r')
  expect((await screen.exited).exitCode).toBe(0)
  await screen.quiet()
  expect(screen.history()).toContain('Its second part.')
  expect(screen.history()).not.toMatch(/Ask for|\/quit/)
})
