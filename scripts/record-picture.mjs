// `pnpm docs:record`: a still picture of the real program for the README. Plays the recorded session on a pseudo-terminal,
// waits for its first compaction, and writes what the terminal shows as SVG.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen } from '../packages/cli/src/testing/open-screen.ts'
import { openDesk } from '../packages/cli/src/testing/run-rawr.ts'
import { root } from './bootstrap/root.mjs'

const COLUMNS = 100
const ROWS = 34
const CELL = { width: 8.4, height: 18 }
const COLOURS = ['#3b4252', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d8dee9']
const PLAIN = '#d8dee9'
const PAPER = '#1e222a'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const styleOf = ({ colour, isBold, isDim, isInverse }) => {
  const fill = colour === null ? PLAIN : (COLOURS[colour % 8] ?? PLAIN)
  return [
    `fill="${isInverse ? PAPER : fill}"`,
    ...(isBold ? ['font-weight="bold"'] : []),
    ...(isDim ? ['opacity="0.6"'] : []),
  ].join(' ')
}

/** One text a run of equal style; each starts at its own column, so that no font can shift a row. */
const rowText = (cells, y) => {
  const runs = []
  cells.forEach((cell, x) => {
    if (cell.text === '' || cell.text === ' ') return
    const style = styleOf(cell)
    const last = runs.at(-1)
    if (last !== undefined && last.style === style && last.end === x) {
      last.text += cell.text
      last.end = x + 1
    } else runs.push({ x, end: x + 1, style, text: cell.text })
  })
  return runs
    .map(({ x, end, style, text }) => {
      const length = `textLength="${((end - x) * CELL.width).toFixed(1)}"`
      return `<text x="${(12 + x * CELL.width).toFixed(1)}" y="${12 + (y + 1) * CELL.height - 5}" ${length} ${style}>${escaped(text)}</text>`
    })
    .join('')
}

const picture = (rows) => {
  const width = Math.ceil(COLUMNS * CELL.width + 24)
  const height = ROWS * CELL.height + 24
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
    ...rows.map(rowText),
    '</svg>',
    '',
  ].join('\n')
}

const desk = openDesk()
const screen = openScreen({ desk, args: ['demo'], columns: COLUMNS, rows: ROWS })
try {
  await screen.until(/Compaction 1:/)
  await screen.until(/\d◆/)
  const folder = join(root, 'docs/pictures')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'client.svg'), picture(screen.drawn()))
  process.stdout.write('docs/pictures/client.svg\n')
} finally {
  screen.kill('SIGKILL')
  await desk.clear()
}
