import { expect, test } from 'vitest'
import { configured, newScreen } from '../testing/screens.ts'

const first = () => newScreen().see(configured({}))

test('a key travels once and is shown nowhere', () => {
  const screen = first().press('1').press('sk-secret')
  expect(screen.frame()).not.toContain('secret')
  screen.press('\r')
  expect(screen.asked()).toMatchObject([{ type: 'open_thread', op: { type: 'thread_start', api_key: 'sk-secret' } }])
  expect(JSON.stringify(screen.state())).not.toContain('secret')
})

test('an address becomes a setting of the threads that follow', () => {
  const screen = first().press('2').press('http://127.0.0.1:11434/v1').press('\r')
  expect(screen.asked()).toMatchObject([
    { op: { settings: { provider: { base_url: 'http://127.0.0.1:11434/v1', wire_api: 'chat' } } } },
  ])
  expect(screen.state().opening.settings.provider?.base_url).toBe('http://127.0.0.1:11434/v1')
})

test('what is no address is refused and asked again', () => {
  const screen = first().press('2').press('ollama').press('\r')
  expect(screen.asked()).toEqual([])
  expect(screen.state().panel).toMatchObject({ step: 'address' })
})

test('the recorded session, another look, or neither', () => {
  expect(first().press('4').asked()).toEqual([{ type: 'play_demo' }])
  expect(first().press('\u001b[B').press('\u001b[B').press('\r').asked()).toMatchObject([{ type: 'open_thread' }])
  expect(first().press('5').state().panel).toEqual({ kind: 'none' })
})
