/** The client inside a real multiplexer: what it writes to its pane, and what the multiplexer keeps of it. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const READY = 'Ask for anything'
const ESC = '\u001b'
const SECONDS = 60
const WORDS_PER_SECOND = 500
/** A stream is drawn this often at most; each frame is one synchronized update. */
const FRAMES_PER_SECOND_MAX = 26
/** Beside what became final, a frame draws the paragraph that grows, 280 letters at most, and three rows below it with their colours. */
const FRAME_BYTES_MAX = 500

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
}, 120_000)

const countOf = (text: string, wanted: RegExp): number => text.match(wanted)?.length ?? 0

test.skipIf(!inject('available').includes('tmux'))(
  'TUI-03: 500 tokens a second for 60 s in tmux repaint at a bounded rate, only what changed, and clear nothing [needs tmux]',
  { timeout: 240_000 },
  async () => {
    const desk = openDesk()
    closing.push(() => desk.clear())
    const words = Array.from({ length: SECONDS * WORDS_PER_SECOND }, (_, n) => `w${n}${n % 40 === 39 ? '\n\n' : ''}`)
    const model = await startTalkingModel({
      answers: [{ say: words.join(' '), wordsPerSecond: WORDS_PER_SECOND, waitMs: 2_000 }],
    })
    closing.push(model.close)
    serveModel(desk.home, { url: model.url, contextWindow: 1_000_000 })
    const settings = join(desk.home, 'tmux.conf')
    writeFileSync(settings, 'set -g status off\nset -g history-limit 50000\n')
    // Its sockets lie in this folder: it meets no other server.
    const env = { TMUX_TMPDIR: desk.home }
    const tmux = (...args: readonly string[]): string =>
      execFileSync('tmux', [...args], { env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 26 })
    const screen = openScreen({
      desk,
      columns: 100,
      rows: 30,
      env,
      through: (command) => ['tmux', '-f', settings, 'new-session', '-s', 'rawr', command],
    })
    closing.push(() => screen.kill('SIGKILL'))
    await screen.until(READY)
    closing.push(() => void tmux('kill-server'))
    const written = join(desk.home, 'written')
    tmux('pipe-pane', '-t', 'rawr', '-O', `cat > '${written}'`)
    const began = Date.now()
    screen.type('Go on.\r')
    await screen.until(() => screen.text().includes(READY) && screen.text().includes(words.at(-1) ?? ''), 180_000)
    const lasted = (Date.now() - began) / 1_000
    await screen.quiet()

    const streamed = readFileSync(written, 'utf8')
    const frames = countOf(streamed, new RegExp(`${ESC}\\[\\?2026h`, 'g'))
    expect(frames).toBeGreaterThan(SECONDS)
    expect(frames).toBeLessThan(FRAMES_PER_SECOND_MAX * lasted)
    expect(streamed.length).toBeLessThan(words.join(' ').length + FRAME_BYTES_MAX * frames)
    expect(countOf(streamed, new RegExp(`${ESC}\\[[23]J|${ESC}\\[(?:1;1)?H|${ESC}c`, 'g'))).toBe(0)
    const kept = tmux('capture-pane', '-t', 'rawr', '-p', '-J', '-S', '-')
    const seen = [...kept.matchAll(/\bw(\d+)\b/g)].map(([, word]) => Number(word))
    expect(seen).toEqual(words.map((_, n) => n))
  },
)
