// From a key to its letter on the screen: a bare program that writes back what it reads, the client at rest, the client while
// an answer of 10,000 deltas streams. The eye is xterm.js in this process, so its time is in all three.
import { setTimeout as delay } from 'node:timers/promises'
import { openScreen, type Screen } from '../../packages/cli/src/testing/open-screen.ts'
import { type Desk, openDesk, serveModel } from '../../packages/cli/src/testing/run-rawr.ts'
import { startTalkingModel } from '../../packages/cli/src/testing/talking-model.ts'
import { figuresOf, lineOf } from './figures.ts'

const READY = 'Ask for anything'
const DELTAS = 10_000
const DELTAS_PER_SECOND = 500
const KEY_GAP_MS = 37
const KEYS_A_LINE = 40

const ECHO = `process.stdin.setRawMode(true);process.stdin.on('data',(b)=>process.stdout.write(b[0]===21?'\\r\\x1b[K› ':b));process.stdout.write('› ')`

export const benchEcho = async (program: string | undefined, keys: number): Promise<void> => {
  const desk = openDesk()
  const say = Array.from({ length: DELTAS }, (_, n) => `w${n}${n % 12 === 11 ? '\n\n' : ''}`).join(' ')
  const model = await startTalkingModel({ answers: [{ say, wordsPerSecond: DELTAS_PER_SECOND }] })
  serveModel(desk.home, { url: model.url, contextWindow: 1_000_000 })
  const bare = openScreen({ desk, through: () => [process.execPath, '-e', ECHO] })
  const client = openScreen({ desk, ...(program === undefined ? {} : { program }) })
  try {
    await bare.until('›')
    await client.until(READY)
    print('key to screen, bare echo', await echoes(bare, keys))
    print('key to screen, client at rest', await echoes(client, keys))
    client.type('Go on.\r')
    await client.until(/w1\d/)
    const isStreaming = (): boolean => client.text().includes('Working')
    const streamed = await echoes(client, DELTAS, isStreaming)
    print(`key to screen, while ${DELTAS} deltas stream at ${DELTAS_PER_SECOND} a second`, streamed)
  } finally {
    bare.kill('SIGKILL')
    client.kill('SIGKILL')
    model.close()
    await clear(desk)
  }
}

/** The turn that streams is cut off by the end of the bench, and may be. */
const clear = (desk: Desk): Promise<void> => desk.clear().catch(() => {})

const print = (name: string, times: readonly number[]): void => {
  process.stdout.write(`${lineOf(name, figuresOf(times))}\n`)
}

/** Up to so many keys, as long as `goesOn`. */
const echoes = async (screen: Screen, keys: number, goesOn = (): boolean => true): Promise<readonly number[]> => {
  const times: number[] = []
  let line = ''
  while (times.length < keys && goesOn()) {
    if (line.length === KEYS_A_LINE) {
      screen.type('\u0015')
      line = ''
      await screen.until(() => screen.rows().some((row) => /^› ?(?:$|[AE])/.test(row)))
    }
    const key = String.fromCharCode(97 + (times.length % 26))
    line += key
    const began = performance.now()
    screen.type(key)
    await screen.until(() => screen.rows().includes(`› ${line}`))
    times.push(performance.now() - began)
    await delay(KEY_GAP_MS)
  }
  return times
}
