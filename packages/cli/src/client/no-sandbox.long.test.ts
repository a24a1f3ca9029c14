/** A machine that has nothing to confine commands with, in the real client: it asks, and nothing runs before the answer. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleared } from '../testing/cleared.ts'
import { openScreen } from '../testing/open-screen.ts'
import { openDesk, serveModel } from '../testing/run-rawr.ts'
import { startTalkingModel } from '../testing/talking-model.ts'

const READY = 'Ask for anything'
const QUESTION = 'y run without a sandbox · n start nothing'
const SLOW = { timeout: 120_000 }
const { desks, screens, closing } = cleared()

/** The screen, once it asks. Its search path has the shell alone. */
const openBare = async () => {
  const desk = openDesk()
  desks.push(desk)
  const command = { name: 'shell', arguments: { command: 'echo moored > made' } }
  const model = await startTalkingModel({ answers: [{ calls: [command] }, { say: 'It is made.' }] })
  closing.push(model.close)
  serveModel(desk.home, {
    url: model.url,
    contextWindow: 200_000,
    more: { sandbox: { mode: 'workspace-write' }, approvals: { policy: 'never' } },
  })
  const path = join(desk.home, 'bin')
  mkdirSync(path)
  symlinkSync('/bin/bash', join(path, 'bash'))
  const screen = openScreen({ desk, columns: 100, rows: 30, env: { PATH: path } })
  screens.push(screen)
  await screen.until(QUESTION)
  return { screen, model, made: () => existsSync(join(desk.folder, 'made')) }
}

test('without a sandbox the client asks; no key but y lets anything run, and n starts nothing', SLOW, async () => {
  const { screen, model, made } = await openBare()
  expect(screen.text()).toContain('Commands cannot be confined here')
  screen.type('Go on, do it.\r')
  await screen.quiet()
  expect(screen.text()).toContain(QUESTION)
  screen.type('n')
  await screen.until('Nothing was started.')
  screen.type('Make it.\r')
  await screen.quiet()
  expect([made(), model.asked()]).toEqual([false, 0])
})

test('allowed by the person, the thread runs without a sandbox, and says so', SLOW, async () => {
  const { screen, made } = await openBare()
  screen.type('y')
  await screen.until(READY)
  expect(screen.history()).toContain('Commands run without a sandbox')
  screen.type('Make it.\r')
  await screen.until('It is made.')
  expect(made()).toBe(true)
  screen.type('/status\r')
  await screen.until('none (danger-full-access) · approvals never')
})
