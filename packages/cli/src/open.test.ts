import { afterEach, expect, test } from 'vitest'
import { openScreen, type Screen, type ScreenOptions } from './testing/open-screen.ts'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const desks: Desk[] = []
const desk = (): Desk => {
  const opened = openDesk()
  desks.push(opened)
  return opened
}
const screens: Screen[] = []
const open = (options: ScreenOptions): Screen => {
  const screen = openScreen(options)
  screens.push(screen)
  return screen
}
afterEach(async () => {
  for (const screen of screens.splice(0)) screen.kill('SIGKILL')
  for (const opened of desks.splice(0)) await opened.clear()
}, 60_000)

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
