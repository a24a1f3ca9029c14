/** What waits for a person, in the real client: commands and edits, allowed once, for the session or not at all; and what runs on behind it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { type Answer, startTalkingModel, type ToolCall } from '../testing/talking-model.ts'

const READY = 'Ask for anything'
const { desks, screens, closing } = cleared()

const shell = (command: string, more: object = {}): ToolCall => ({ name: 'shell', arguments: { command, ...more } })
const edit = (name: string): ToolCall => ({
  name: 'apply_patch',
  arguments: { input: `*** Begin Patch\n*** Add File: ${name}\n+words of ${name}\n*** End Patch` },
})

const open = async (answers: readonly Answer[], policy: 'untrusted' | 'never') => {
  const desk = openDesk()
  desks.push(desk)
  const model = await startTalkingModel({ answers })
  closing.push(model.close)
  serveModel(desk.home, { url: model.url, contextWindow: 200_000, more: { approvals: { policy } } })
  const screen = openScreen({ desk, columns: 100, rows: 40 })
  screens.push(screen)
  await screen.until(READY)
  return { screen, has: (name: string) => existsSync(join(desk.folder, name)) }
}

test('commands and edits are allowed once, for the session, or not; an edit shows what it would change', {
  timeout: 120_000,
}, async () => {
  const calls = [
    shell('touch once'),
    shell('touch once'),
    shell('touch session'),
    shell('touch session'),
    shell('touch never'),
    edit('once.txt'),
    edit('session.txt'),
    edit('never.txt'),
  ]
  const { screen, has } = await open([...calls.map((call) => ({ calls: [call] })), { say: 'All asked.' }], 'untrusted')
  const answer = async (asked: RegExp, key: string, told: RegExp): Promise<void> => {
    await screen.until(asked)
    await screen.until('y once · s this session')
    const before = screen.history().match(new RegExp(told, 'g'))?.length ?? 0
    screen.type(key)
    await screen.until(() => (screen.history().match(new RegExp(told, 'g'))?.length ?? 0) > before)
  }
  screen.type('Go.\r')
  await answer(/Allow this command\?\n {2}touch once/, 'y', /Allowed once: touch once/)
  // Once is not twice.
  await answer(/Allow this command\?\n {2}touch once/, 'y', /Allowed once: touch once/)
  await answer(/Allow this command\?\n {2}touch session/, 's', /Allowed for this session: touch session/)
  await answer(/Allow this command\?\n {2}touch never/, 'n', /Not allowed: touch never/)
  await answer(
    /Allow this edit\?\n {2}edit once.txt\n.*Add File: once.txt\n.*\+words of once.txt/,
    'y',
    /Allowed once: edit once.txt/,
  )
  await answer(/edit session.txt/, 's', /Allowed for this session: edit session.txt/)
  await answer(/edit never.txt/, 'n', /Not allowed: edit never.txt/)
  await screen.until('All asked.')
  expect(screen.history().match(/✔ touch session/g)).toHaveLength(2)
  expect(['once', 'session', 'never', 'once.txt', 'session.txt', 'never.txt'].map(has)).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ])
})

test('nobody consents in the middle of a word: a letter goes to what is being written, and the screen says how to answer', {
  timeout: 120_000,
}, async () => {
  const { screen, has } = await open(
    [{ calls: [shell('touch made')], waitMs: 3_000 }, { say: 'It is made.' }],
    'untrusted',
  )
  screen.type('Go.\r')
  await screen.until('Working')
  screen.type('and when that is done, full')
  await screen.until('Ctrl-C empties the line')
  screen.type('y')
  await screen.until('fully')
  expect(has('made')).toBe(false)
  screen.type('\u0003')
  await screen.until('y once · s this session')
  screen.type('y')
  await screen.until('It is made.')
  expect(has('made')).toBe(true)
})

test('a command in the background is shown as running on, and its exit where it is read', {
  timeout: 120_000,
}, async () => {
  const { screen } = await open(
    [
      { calls: [shell('echo listening; sleep 2; exit 3', { background: 'server' })] },
      { calls: [{ name: 'background', arguments: { action: 'read', name: 'server', wait_ms: 30_000 } }] },
      { say: 'It has ended.' },
    ],
    'never',
  )
  screen.type('Serve.\r')
  await screen.until('It has ended.')
  expect(screen.history()).toMatch(/▸ echo listening; sleep 2; exit 3 · runs on as server\n\s+│ listening\n/)
  expect(screen.history()).toMatch(/✘ background read server · exit 3 · /)
})
