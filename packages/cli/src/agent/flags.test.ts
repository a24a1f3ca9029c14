import { expect, test } from 'vitest'
import { settingsOfFlags } from './flags.ts'

test('only what was typed is in the layer', () => {
  expect(settingsOfFlags({})).toEqual({ ok: true, value: {} })
  expect(settingsOfFlags({ model: 'm', 'context-window': '60000', 'wire-api': 'chat' })).toEqual({
    ok: true,
    value: { model: { name: 'm', context_window: 60_000 }, provider: { wire_api: 'chat' } },
  })
})

const refused: readonly [Parameters<typeof settingsOfFlags>[0], string][] = [
  [{ 'context-window': '60k' }, '--context-window'],
  [{ 'context-window': '0x10' }, '--context-window'],
  [{ 'wire-api': 'smoke' }, '--wire-api'],
  [{ sandbox: 'none' }, '--sandbox'],
  [{ 'base-url': 'not a url' }, '--base-url'],
]

test.each(refused)('%j is refused and names its flag', (flags, flag) => {
  const result = settingsOfFlags(flags)
  expect(result).toMatchObject({ ok: false })
  if (!result.ok) expect(result.error).toMatch(new RegExp(`^${flag}: `))
})
