import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openTextSharing } from './share-texts.ts'

const WEIGH = fileURLToPath(new URL('./testing/weigh-texts.ts', import.meta.url))

test('a text that is said twice is held once', () => {
  const printed = execFileSync(process.execPath, ['--expose-gc', '--conditions=@rawr/source', WEIGH], {
    encoding: 'utf8',
  })
  const { saidKb, apart, together } = JSON.parse(printed)
  expect(apart).toBeGreaterThan(saidKb * 0.9)
  expect(together).toBeLessThan(saidKb * 0.6)
})

const textOf = (n: number): string => `${n} `.repeat((200 * 1024) / `${n} `.length)

test('whatever is shared reads as before, long or short, equal or nearly so', () => {
  const share = openTextSharing()
  const make = () => [
    { a: 'short', b: ['short', 1, null, true, { c: textOf(1) }] },
    { a: textOf(1), b: `${textOf(1)}!`, c: { d: [textOf(2), textOf(1)] } },
  ]
  const value = make()
  share(value)
  expect(value).toEqual(make())
})
