import { expect, test } from 'vitest'
import { newScreen } from '../testing/screens.ts'

const op = { type: 'thread_start', cwd: '/home/ada/engine', settings: { sandbox: { network: true } } } as const
const asked = () => {
  const screen = newScreen()
  screen.take({ type: 'sandbox_missing', op, message: 'install bubblewrap' })
  return screen
}

test('only y opens the thread again, unconfined, and later ones too', () => {
  const screen = asked()
  expect(screen.frame()).toContain('install bubblewrap')
  screen.press('\r').press('x')
  expect(screen.asked()).toEqual([])
  screen.press('y')
  const sandbox = { mode: 'danger-full-access', network: true }
  expect(screen.asked()).toEqual([{ type: 'open_thread', op: { ...op, settings: { sandbox } } }])
  expect(screen.state().opening.settings.sandbox).toEqual(sandbox)
  expect(screen.whole()).toContain('Commands run without a sandbox')
  expect(screen.state().panel).toEqual({ kind: 'none' })
})

test.each(['n', '\u001b'])('%j starts nothing and says what to do', (key) => {
  const screen = asked().press(key)
  expect(screen.asked()).toEqual([])
  expect(screen.state().panel).toEqual({ kind: 'none' })
})
