// The client on a real pseudo-terminal: from the start of the process to its first screen with a warm daemon, and from a key
// to its echo while an answer of 10,000 words streams. Runs the bundle where there is one, else the sources, and says which.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openScreen } from '../packages/cli/src/testing/open-screen.ts'
import { openDesk, recordModel } from '../packages/cli/src/testing/run-rawr.ts'
import { root } from '../scripts/bootstrap/root.mjs'

const bundle = join(root, 'packages/cli/dist/main.mjs')
const READY = 'Ask for anything'
const WORDS = 10_000
const KEYS = 60

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const line = (name, times) => {
  const sorted = times.toSorted((a, b) => a - b)
  const figures = [at(sorted, 0.5), at(sorted, 0.95), sorted.at(-1)].map((ms) => ms.toFixed(1))
  process.stdout.write(
    `${name}: median ${figures[0]} ms, p95 ${figures[1]} ms, worst ${figures[2]} ms (n = ${times.length})\n`,
  )
}

export const bench = async ([count = '10']) => {
  const program = existsSync(bundle) ? { program: bundle } : {}
  process.stdout.write(`program: ${program.program ?? 'sources'}\n`)
  const desk = openDesk()
  recordModel(
    desk.home,
    Array.from({ length: 3 }, () => ({
      say: Array.from({ length: WORDS }, (_, n) => `word${n}${n % 12 === 11 ? '\n\n' : ''}`).join(' '),
    })),
  )
  const warm = openScreen({ desk, ...program })
  try {
    await warm.until(READY)
    const paints = []
    for (let round = 0; round < Number(count); round += 1) {
      const began = performance.now()
      const screen = openScreen({ desk, ...program })
      await screen.until('›')
      paints.push(performance.now() - began)
      screen.kill('SIGTERM')
      await screen.exited
    }
    line('first paint, warm daemon', paints)
    const echoes = []
    let streamed = 0
    warm.type('Go.\r')
    await warm.until(/word\d/)
    for (let key = 0; key < KEYS; key += 1) {
      const letter = String.fromCharCode(97 + (key % 26))
      const typed = `${'q'}${letter}${key}`
      const began = performance.now()
      warm.type(typed)
      await warm.until(typed)
      echoes.push(performance.now() - began)
      if (!warm.text().includes(READY)) streamed += 1
      await delay(10)
    }
    line(`keystroke echo, ${streamed} of ${KEYS} while the answer streamed`, echoes)
  } finally {
    warm.kill('SIGKILL')
    await desk.clear()
  }
}
