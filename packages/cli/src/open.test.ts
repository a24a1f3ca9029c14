import { expect, test } from 'vitest'
import { cleared } from './testing/cleared.ts'
import { openScreen, type Screen, type ScreenOptions } from './testing/open-screen.ts'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const { desks, screens } = cleared()

const desk = (): Desk => {
  const opened = openDesk()
  desks.push(opened)
  return opened
}
const open = (options: ScreenOptions): Screen => {
  const screen = openScreen(options)
  screens.push(screen)
  return screen
}
const READY = 'Ask for anything'

test('rawr opens the client: a question, a command that is allowed, an answer, and the way out', async () => {
  const place = desk()
  recordModel(place.home, [{ say: 'I will look.', run: ['echo hello > a.txt'] }, { say: 'It is **written**.' }])
  const screen = open({ desk: place })
  await screen.until(READY)
  screen.type('Write a greeting.\r')
  await screen.until('Allow this command?')
  await screen.until('y once · s this session')
  screen.type('y')
  await screen.until('It is written.')
  await screen.until(READY)
  screen.type('/quit\r')
  expect(await screen.exited).toMatchObject({ exitCode: 0 })
  await screen.quiet()
  expect(screen.history()).toMatch(
    /› Write a greeting\.\n\n● I will look\.\n\n· Allowed once: echo hello > a\.txt\n\n✔ echo hello > a\.txt · exit 0 · .*\n\n● It is written\.$/,
  )
})

test('without a terminal it says what to do', async () => {
  const ran = await desk().rawr('open')
  expect(ran).toMatchObject({ code: 2, out: '' })
  expect(ran.err).toBe('rawr: this needs a terminal; without one: rawr exec "what to do"\n')
})

test('flags without a command are the client’s, as rawr alone is the client', async () => {
  const place = desk()
  recordModel(place.home, [])
  const screen = open({ desk: place, args: ['--model', 'larch'] })
  await screen.until(READY)
  await screen.until('larch')
  screen.type('/quit\r')
  expect(await screen.exited).toMatchObject({ exitCode: 0 })
})

const LINES: readonly [readonly string[], number, RegExp][] = [
  [['--base-url', 'http://127.0.0.1:9/v1'], 2, /^rawr: this needs a terminal; without one: rawr exec "what to do"\n$/],
  [['--modle', 'x'], 2, /^rawr: unknown flag --modle; nearest: --model \(rawr open --help shows them\)\n$/],
  [['--versoin'], 2, /^rawr: unknown flag --versoin; nearest: --version .*\n$/],
  [['--model', 'x', 'exec', 'hi'], 2, /^rawr: flags stand behind the command: rawr exec …\n$/],
  [['opne'], 2, /^rawr: unknown command "opne"; nearest: open\n$/],
]

test.each(LINES)('%j without a terminal: one line that says what to do', async (args, code, says) => {
  const ran = await desk().rawr(...args)
  expect(ran).toMatchObject({ code, out: '' })
  expect(ran.err).toMatch(says)
})

test('--help and --version stay what they were, with flags of the client before them too', async () => {
  const { rawr } = desk()
  expect((await rawr('--help')).out).toMatch(/^usage: rawr \[FLAGS\]/)
  expect((await rawr('--model', 'x', '--help')).out).toMatch(/^usage: rawr open \[flags\]/)
  expect((await rawr('--model', 'x', '--version')).out).toBe((await rawr('--version')).out)
})
