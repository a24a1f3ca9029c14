/** The real client on a real terminal, and how it leaves it; what a kill, a dead daemon and a second client do to it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen, type Screen, type ScreenOptions } from '../testing/open-screen.ts'
import { type Desk, openDesk, recordModel } from '../testing/run-rawr.ts'

const { desks, screens } = cleared()

const READY = 'Ask for anything'
const SLOW = { timeout: 240_000 }

const desk = (
  answers: Parameters<typeof recordModel>[1] = [{ say: 'First answer.' }, { say: 'Second answer.' }],
): Desk => {
  const opened = openDesk()
  recordModel(opened.home, answers)
  desks.push(opened)
  return opened
}
const open = async (options: ScreenOptions, ready: string | RegExp = READY): Promise<Screen> => {
  const screen = openScreen(options)
  screens.push(screen)
  await screen.until(ready)
  return screen
}
const daemonPid = ({ home }: Desk): number => JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')).pid

/** A shell that tells afterwards in which state it found its terminal. */
const inShell = (command: string): readonly string[] => [
  'sh',
  '-c',
  `${command}; echo "left with $?"; stty -a; echo over`,
]

const childOf = (pid: number): number =>
  Number(
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)[0],
  )

const endings: readonly [string, (screen: Screen, place: Desk) => void | Promise<void>, number][] = [
  ['/quit', (screen) => screen.type('/quit\r'), 0],
  ['Ctrl-C twice', (screen) => screen.type('\u0003\u0003'), 0],
  ['SIGTERM', (screen) => void process.kill(childOf(screen.pid), 'SIGTERM'), 1],
  [
    'an exception',
    (screen, { home }) => {
      rmSync(join(home, 'client'), { recursive: true })
      writeFileSync(join(home, 'client'), 'no folder any more')
      screen.type('x')
    },
    1,
  ],
  [
    'SIGKILL of the daemon',
    async (screen, place) => {
      process.kill(daemonPid(place), 'SIGKILL')
      await screen.until(/reconnecting/)
      await screen.until(() => !screen.text().includes('reconnecting'))
      screen.type('/quit\r')
    },
    0,
  ],
]

test.each(endings)('the terminal is sane after %s', SLOW, async (_name, end, code) => {
  const place = desk()
  const screen = await open({ desk: place, through: inShell })
  await end(screen, place)
  await screen.until('over')
  const text = screen.history()
  expect(text).toContain(`left with ${code}`)
  expect(text).toMatch(/(?<!-)icanon/)
  expect(text).toMatch(/(?<!-)\becho\b/)
  expect(text).not.toContain('    at ')
  expect(screen.bytes().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(screen.bytes().lastIndexOf('\u001b[?2004h'))
  expect(screen.cursor().isHidden).toBe(false)
})

test(
  'a daemon that cannot start is told in one line, after the screen has come up, and leaves a sane terminal',
  SLOW,
  async () => {
    const place = desk()
    // It writes its log there, and so cannot be started.
    mkdirSync(join(place.home, 'daemon.log'))
    const screen = await open({ desk: place, through: inShell }, 'over')
    const text = screen.history()
    expect(text).toMatch(/rawr: EISDIR.*daemon\.log/)
    expect(text).toContain('left with 1')
    expect(text).not.toContain('    at ')
    expect(text).toMatch(/(?<!-)icanon/)
    expect(screen.cursor().isHidden).toBe(false)
  },
)

test('kill -9 of the client loses no draft', SLOW, async () => {
  const place = desk()
  const first = await open({ desk: place })
  first.type('half a mess\u001b[200~age\u001b[201~')
  await first.until('half a message')
  await first.quiet()
  first.kill('SIGKILL')
  await first.exited
  await open({ desk: place }, 'half a message')
})

test(
  'Ctrl-Z gives the shell its terminal, and fg brings the client back with what was being written',
  SLOW,
  async () => {
    let line = ''
    const screen = openScreen({
      desk: desk(),
      through: (command) => {
        line = command
        return ['bash', '--norc', '--noprofile', '-i']
      },
    })
    screens.push(screen)
    screen.type(`PS1='shell> '; clear; ${line}\r`)
    await screen.until(READY)
    screen.type('half a message')
    await screen.until('› half a message')
    screen.type('\u001a')
    await screen.until(/Stopped(?:.|\n)*shell>/)
    expect(screen.text()).not.toContain('half a message')
    expect(screen.bytes().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(screen.bytes().lastIndexOf('\u001b[>1u'))
    screen.type('stty -a | grep -c -- -icanon; echo "mode told"\r')
    await screen.until(/^0\nmode told/m)
    screen.type('fg\r')
    await screen.until('› half a message')
    screen.type(', whole\r')
    await screen.until('First answer.')
    expect(screen.history().match(/› half a message, whole/g)).toHaveLength(1)
  },
)

test('NO_COLOR: no colours; TERM=dumb: lines in, lines out, no sequence at all', SLOW, async () => {
  const place = desk()
  const plain = await open({ desk: place, env: { NO_COLOR: '1' } })
  plain.type('Hello\r')
  await plain.until('First answer.')
  expect(plain.bytes()).not.toMatch(new RegExp(`${'\u001b'}\\[[0-9;]*m`))
  const dumb = await open({ desk: place, env: { TERM: 'dumb' } }, 'rawr recording')
  dumb.type('Hello\r')
  await dumb.until('answer.')
  expect(dumb.bytes()).not.toContain('\u001b')
  dumb.type('/quit\r')
  expect(await dumb.exited).toMatchObject({ exitCode: 0 })
})

test('two clients on one thread see the same, and the first answer to an approval wins', SLOW, async () => {
  const place = desk([{ say: 'I will look.', run: ['echo hello > a.txt'] }, { say: 'It is written.' }])
  const first = await open({ desk: place })
  const thread = /thread (\S+)/.exec(first.text())?.[1] ?? ''
  const second = await open({ desk: place, args: ['open', '--resume', thread] })
  await first.until('driver of 2')
  await second.until('viewer of 2')
  first.type('Write a greeting.\r')
  await first.until('Allow this command?')
  await second.until('Allow this command?')
  await second.until('y once · s this session')
  second.type('y')
  for (const screen of [first, second]) await screen.until('It is written.')
  const story = (screen: Screen) => /› Write(?:.|\n)*It is written\./.exec(screen.history())?.[0]
  expect(story(first)).toContain('Allowed once')
  expect(story(second)).toBe(story(first))
})

test('without a model the first run asks, and never shows a stack trace', SLOW, async () => {
  const place = openDesk()
  desks.push(place)
  const screen = await open({ desk: place }, 'No model yet')
  screen.type('2http://127.0.0.1:9/v1\r')
  await screen.until(/No model yet|gives no list/)
  expect(screen.history()).not.toContain('    at ')
})
