/** Every state of the client as a terminal shows it, through Ink, at three widths. UPDATE=1 writes the pictures anew. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScreen, type Screen } from '../testing/open-screen.ts'
import { type Desk, openDesk } from '../testing/run-rawr.ts'

const STAGE = join(import.meta.dirname, '../../../tui/src/testing/stage.ts')
const GOLDEN = join(import.meta.dirname, '../../golden/screens')
const WIDTHS = [40, 80, 200] as const
const ROWS = 40

const pictures = new Map<string, string[]>()
let desk: Desk

const photograph = async (columns: number): Promise<void> => {
  const screen: Screen = openScreen({ desk, program: STAGE, columns, rows: ROWS, env: { NO_COLOR: '1' } })
  let last = ''
  for (;;) {
    await screen.until(() => screen.title() !== last)
    last = screen.title()
    if (last === 'end') break
    const { x, y, isHidden } = screen.cursor()
    const caret = isHidden ? 'hidden' : `column ${x}, row ${y}`
    const page = [`=== ${columns} columns, cursor ${caret}`, screen.text(), ''].join('\n')
    pictures.set(last, [...(pictures.get(last) ?? []), page])
    screen.clear()
    screen.type('\r')
  }
  await screen.exited
}

beforeAll(async () => {
  desk = openDesk()
  for (const columns of WIDTHS) await photograph(columns)
}, 240_000)

afterAll(() => desk.clear(), 60_000)

test('at least 25 states at 40, 80 and 200 columns look as they are kept', () => {
  expect(pictures.size).toBeGreaterThanOrEqual(25)
  const files = [...pictures].map(([name, pages]) => [`${name}.txt`, pages.join('\n')] as const)
  if (process.env.UPDATE === '1' && !process.env.CI)
    for (const [name, text] of files) writeFileSync(join(GOLDEN, name), text)
  expect(readdirSync(GOLDEN).toSorted()).toEqual(files.map(([name]) => name).toSorted())
  for (const [name, text] of files) expect(text, name).toBe(readFileSync(join(GOLDEN, name), 'utf8'))
})
