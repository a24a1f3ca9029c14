import { expect, test } from 'vitest'
import { openTurnstile } from './turnstile.ts'

const gate = () => Promise.withResolvers<void>()

test('steps of one key wait for each other, those of another do not', async () => {
  const turnstile = openTurnstile<string>()
  const told: string[] = []
  const first = gate()
  const step = (name: string, until?: Promise<void>) => async () => {
    told.push(`${name} begins`)
    await until
    told.push(`${name} ends`)
  }
  const a1 = turnstile.pass('a', step('a1', first.promise))
  const a2 = turnstile.pass('a', step('a2'))
  await turnstile.pass('b', step('b1'))
  first.resolve()
  await Promise.all([a1, a2])
  expect(told).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends'])
})

test('a step that fails fails for its asker only', async () => {
  const turnstile = openTurnstile<string>()
  const failing = turnstile.pass('a', () => Promise.reject(new Error('no')))
  const next = turnstile.pass('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('it knows when nobody waits any more', async () => {
  const turnstile = openTurnstile<string>()
  expect(turnstile.isEmpty()).toBe(true)
  const first = gate()
  const passing = turnstile.pass('a', () => first.promise)
  expect(turnstile.isEmpty()).toBe(false)
  first.resolve()
  await passing
  await turnstile.emptied()
  expect(turnstile.isEmpty()).toBe(true)
})
