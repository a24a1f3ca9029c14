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

/** Where what is drawn before Ink has come is not what Ink draws. */
const unlike: string[] = []

const pictureOf = (screen: Screen, columns: number): string => {
  const { x, y, isHidden } = screen.cursor()
  const caret = isHidden ? 'hidden' : `column ${x}, row ${y}`
  return [`=== ${columns} columns, cursor ${caret}`, screen.text(), ''].join('\n')
}

const photograph = async (columns: number): Promise<void> => {
  const screen: Screen = openScreen({ desk, program: STAGE, columns, rows: ROWS, env: { NO_COLOR: '1' } })
  const turn = async (last: string): Promise<string> => {
    await screen.until(() => screen.title() !== last)
    return screen.title()
  }
  let title = await turn('')
  while (title !== 'end') {
    const name = title.replace(/ by first$/, '')
    const first = pictureOf(screen, columns)
    screen.type('\r')
    title = await turn(title)
    const byInk = pictureOf(screen, columns)
    if (first !== byInk) unlike.push(`${name}, first:\n${first}\n${name}, by Ink:\n${byInk}`)
    pictures.set(name, [...(pictures.get(name) ?? []), byInk])
    screen.clear()
    screen.type('\r')
    title = await turn(title)
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

test('the first frames, which do not wait for Ink, are what it draws in their place', () => {
  expect(unlike).toEqual([])
})
