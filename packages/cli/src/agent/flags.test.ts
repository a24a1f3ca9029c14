import { expect, test } from 'vitest'
import { settingsOfFlags, typedFlags } from './flags.ts'

test('only what was typed is in the layer', () => {
  expect(settingsOfFlags({})).toEqual({ ok: true, value: {} })
  expect(settingsOfFlags({ model: 'm', 'context-window': '60000', 'wire-api': 'chat' })).toEqual({
    ok: true,
    value: { model: { name: 'm', context_window: 60_000 }, provider: { wire_api: 'chat' } },
  })
})

const NO_NUMBER = 'it must be a whole number, not'
const LOOKS = 'is no address of a server; one looks like http://127.0.0.1:8000/v1'

const refused: readonly [Parameters<typeof settingsOfFlags>[0], string][] = [
  [{ 'context-window': '60k' }, `--context-window: ${NO_NUMBER} "60k"`],
  [{ 'context-window': '0x10' }, `--context-window: ${NO_NUMBER} "0x10"`],
  [{ 'max-rounds': '-1' }, `--max-rounds: ${NO_NUMBER} "-1"`],
  [{ 'wire-api': 'smoke' }, '--wire-api: there is no "smoke"; it must be responses or chat'],
  [{ sandbox: 'none' }, '--sandbox: there is no "none"; it must be read-only, workspace-write or danger-full-access'],
  [{ 'base-url': 'not a url' }, `--base-url: "not a url" ${LOOKS}`],
  [{ 'base-url': 'localhost:8000' }, `--base-url: "localhost:8000" ${LOOKS}`],
]

test.each(refused)('%j is refused with its flag, what was given, and what would be taken', (flags, words) => {
  const result = settingsOfFlags(flags)
  expect(result).toMatchObject({ ok: false })
  if (!result.ok) expect(result.error).toBe(words)
})

test('flags can be typed again as they were, whatever a shell makes of their characters', () => {
  expect(typedFlags({})).toBe('')
  const flags = { cwd: "/tmp/Ada's berths", 'base-url': 'http://127.0.0.1:8000/v1', 'no-project-files': true } as const
  expect(typedFlags(flags)).toBe(
    " --base-url http://127.0.0.1:8000/v1 --cwd '/tmp/Ada'\\''s berths' --no-project-files",
  )
})
