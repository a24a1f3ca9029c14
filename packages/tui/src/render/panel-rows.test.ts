import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'
import { panelRows } from './panel-rows.ts'

const text = (screen: on.TestScreen, rowsMax = 12) => textLines(screen, rowsMax).join('\n')
const textLines = (screen: on.TestScreen, rowsMax: number) => on.textOf(panelRows(screen.state(), rowsMax)).split('\n')

test('an approval shows the whole command, why it is asked, and the keys', () => {
  expect(text(on.openScreen().see(on.started, on.asks).wait(600))).toBe(
    'Allow this command?\n  rm -rf build && npm publish\n  It writes outside of the project.\ny once · s this session · n no · a no, stop',
  )
})

test('an edit that waits shows what it would change; while something is written, how to come to answer', () => {
  const patch = '*** Begin Patch\n*** Add File: a.ts\n+one\n+two\u001b[2J\n*** End Patch'
  const screen = on.openScreen().see(on.started, on.asksToEdit(patch)).wait(600)
  expect(text(screen)).toMatch(
    /^Allow this edit\?\n {2}edit src\/parser.ts\n {2}│ \*\*\* Add File: a.ts\n {2}│ \+one\n {2}│ \+two\S*\n.*\ny once/,
  )
  screen.press('but')
  expect(text(screen)).toMatch(/Ctrl-C empties the line; then y, s, n or a answers\.$/)
})

test('a dry run can be read on', () => {
  const screen = on.openScreen().see(on.dryRun)
  expect(text(screen)).toMatch(/^Dry run: ~42k → ~11k tokens\n(?:.*\n)*.*│ ## State(?:.*\n)*.*Enter does exactly this/)
  screen.press('\u001b[6~').press('\u001b[B')
  expect(text(screen)).not.toContain('## State')
  expect(text(screen)).toContain('line ')
})

test('threads to choose from', () => {
  const screen = on.openScreen()
  screen.take({ type: 'threads_listed', choices: [{ id: 'th_a', when: '2026-01-02 10:00', text: 'Fix the date' }] })
  expect(text(screen)).toContain('▸ 2026-01-02 10:00  Fix the date')
})

test('what no list has read of the logs yet is told in one clause, as rawr sessions tells it', () => {
  const screen = on.openScreen()
  const choice = { id: 'th_a', when: '2026-01-02 10:00', text: 'Fix the date' }
  screen.take({ type: 'threads_listed', choices: [choice, { ...choice, id: 'th_b', unreadBytes: 700_000_001 }] })
  expect(text(screen)).toContain('Enter opens · Esc goes back · 701 MB not read yet, names may be older')
  screen.take({ type: 'threads_listed', choices: [choice] })
  expect(text(screen)).not.toContain('not read yet')
})

test('of the threads the open one is marked, and is not the one that Enter opens', () => {
  const screen = on.openScreen()
  const choices = ['th_1', 'th_a'].map((id) => ({ id, when: '2026-01-02 10:00', text: `About ${id}` }))
  screen.take({ type: 'threads_listed', choices })
  expect(text(screen)).toContain('  2026-01-02 10:00  this one: About th_1\n▸ 2026-01-02 10:00  About th_a')
  expect(screen.press('\u001b[A').press('\r').asked()).toEqual([])
  screen.take({ type: 'threads_listed', choices: choices.slice(0, 1) })
  expect(screen.printed().at(-1)).toMatchObject({ kind: 'notice', text: 'There is no other thread yet.' })
})

test('on a narrow screen the first run is whole', () => {
  const screen = on.newScreen({ columns: 40, rows: 40 }).see(on.configured({}))
  expect(text(screen, 30)).not.toContain('…\n')
  expect(text(screen, 30)).toContain('  2 Give the address of a server\n    (Ollama, vLLM, LM Studio, …)\n  3 Look')
})

test('no panel is higher than it may be', () => {
  const screens = [
    on.openScreen().see(on.dryRun),
    on.openScreen().press('/'),
    on.openScreen().see(on.asks),
    on.newScreen().see(on.configured({})),
  ]
  for (const screen of screens)
    for (let most = 1; most < 10; most += 1)
      if (screen.state().panel.kind !== 'none') expect(textLines(screen, most).length).toBeLessThanOrEqual(most)
})
