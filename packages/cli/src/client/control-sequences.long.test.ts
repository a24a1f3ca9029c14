/** SEC-06 through the real program: whatever a command prints reaches the screen as harmless text. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '../testing/open-screen.ts'
import { type Desk, openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel, type TalkingModel } from '../testing/talking-model.ts'

const READY = 'Ask for anything'
const ESC = '\u001b'

const desks: Desk[] = []
const models: TalkingModel[] = []
afterEach(async () => {
  for (const opened of desks.splice(0)) await opened.clear()
  for (const model of models.splice(0)) model.close()
}, 60_000)

/** Clear, home, title, clipboard, bell, another screen, a hidden cursor, a scroll region, and the same in 8-bit controls. */
const SEQUENCES = [
  `${ESC}[2J${ESC}[3J${ESC}[H`,
  `${ESC}]0;TAKEN OVER\u0007${ESC}]2;TAKEN OVER${ESC}\\`,
  `${ESC}]52;c;c3RvbGVu\u0007`,
  '\u0007\u0007',
  `${ESC}[?1049h${ESC}[?25l${ESC}[5;6r${ESC}[10A${ESC}[31;5m`,
  '\u009b2J\u009d0;TAKEN OVER\u009c\u0090q\u009c',
  `${ESC}c${ESC}(0${ESC}#8`,
]

/** A line of 22,000 characters of every byte but the newline. */
const BINARY = Buffer.from(
  Array.from({ length: 22_000 }, (_, index) => (index * 167 + 13) % 256).map((byte) => (byte === 10 ? 0x9b : byte)),
)

const stage = async () => {
  const desk = openDesk()
  desks.push(desk)
  writeFileSync(join(desk.folder, 'wild.txt'), `before\n${SEQUENCES.join(' and ')}\n`)
  writeFileSync(join(desk.folder, 'binary.bin'), Buffer.concat([BINARY, Buffer.from('\nafter\n')]))
  const said = `The file says ${SEQUENCES.join(' then ')} and no more.`
  const cat = (name: string) => ({ calls: [{ name: 'shell', arguments: { command: `cat ${name}` } }] })
  const model = await startTalkingModel({ answers: [cat('wild.txt'), cat('binary.bin'), { say: said }] })
  models.push(model)
  serveModel(desk.home, { url: model.url, contextWindow: 200_000 })
  return desk
}

// The guard: every text of a tool or a model is cleaned before it becomes rows (tui/text/clean.ts).
test('SEC-06: clear, cursor, title, clipboard, bell, 8-bit controls and 22,000 characters of binary leave the frame intact', {
  timeout: 120_000,
}, async () => {
  const desk = await stage()
  const screen = openScreen({ desk, columns: 80, rows: 24 })
  try {
    await screen.until(READY)
    const title = screen.title()
    const start = screen.bytes().length
    screen.type('Show me the files.\r')
    await screen.until('and no more.')
    await screen.until(READY)
    await screen.quiet()
    const written = screen.bytes().slice(start)
    expect(screen.title()).toBe(title)
    for (const wild of [
      `${ESC}[2J`,
      `${ESC}[3J`,
      `${ESC}]52`,
      `${ESC}[?1049`,
      `${ESC}c`,
      `${ESC}[5;6r`,
      `${ESC}(0`,
      `${ESC}#8`,
      `${ESC}[31;5m`,
      '\u0007',
    ])
      expect(written.includes(wild), JSON.stringify(wild)).toBe(false)
    expect(written).not.toMatch(/[\u0080-\u009f]/)
    const text = screen.history()
    // What was typed and what was said stand there once, the prompt below, and the terminal's cursor in it.
    expect(text.match(/› Show me the files\./g)).toHaveLength(1)
    expect(text.match(/The file says/g)).toHaveLength(1)
    expect(text).toContain('before')
    // Harmless, and there: a bell and the beginning of a title as their pictures.
    expect(text.match(/␇␇ (?:and|then) .*<U\+009D>0;TAKEN/g)).toHaveLength(2)
    const prompt = screen.rows().findIndex((row) => row.includes(READY))
    expect(screen.cursor()).toMatchObject({ y: prompt, isHidden: false })
  } finally {
    screen.kill('SIGKILL')
  }
})

// The guard: `shownOn` in main.ts; JSON escapes the 7-bit controls and leaves the 8-bit ones.
test('SEC-06: on a terminal the JSON forms too show controls as text, and into a pipe they go as they are', {
  timeout: 60_000,
}, async () => {
  const desk = await stage()
  const { err } = await desk.rawr('exec', 'Show me the files.')
  const thread = /thread (\S+)/.exec(err)?.[1] ?? ''
  const words = ['export', thread, '--format', 'json']
  const screen = openScreen({ desk, args: words, columns: 200, rows: 50 })
  await screen.exited
  expect(screen.bytes()).toContain('TAKEN OVER')
  expect(screen.bytes()).not.toMatch(/[\u0080-\u009f]/)
  expect(JSON.stringify(JSON.parse((await desk.rawr(...words)).out))).toContain('\u009d')
})

// The guard: agent/without-controls.ts.
test('SEC-06: without a screen too nothing of it reaches the terminal but as text', { timeout: 60_000 }, async () => {
  const desk = await stage()
  const { code, out, err } = await desk.rawr('exec', 'Show me the files.')
  expect(code).toBe(0)
  expect(out).toContain('The file says')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(out + err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
})
