import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AutoCompactionSettings, CompactSettings, Features, SemanticSignals, Settings } from '@rawr/protocol'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDesk } from './testing/run-rawr.ts'

const desk = openDesk()
afterAll(() => desk.clear())

// First, as what follows writes settings.
/** The first table of the page: key by key, `–` for what has no default. */
const documented = (): Readonly<Record<string, unknown>> => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `((?:features|rawr_auto_compaction|compact)\.[a-z_.0-9]+)` \| (.*?) \|/gm)]
  return Object.fromEntries(
    rows.map(([, key, value = '']) => [key, value === '–' ? undefined : JSON.parse(value.replaceAll('`', ''))]),
  )
}

/** Down to the options; a tier's policy and a list are one each. */
const optionsOf = (value: object, path: string): readonly (readonly [string, unknown])[] =>
  Object.entries(value).flatMap(([key, option]: [string, unknown]) =>
    typeof option === 'object' && option !== null && !Array.isArray(option) && Object.keys(option).length > 0
      ? optionsOf(option, `${path}${key}.`)
      : [[`${path}${key}`, option] as const],
  )

test('TRIG-11: with every option left out the effective settings are those of the documented table', async () => {
  const { out } = await desk.rawr('config', 'check', '--json')
  const { settings } = z.looseObject({ settings: Settings }).parse(JSON.parse(out))
  const { features, rawr_auto_compaction, compact } = settings
  const effective = Object.fromEntries(optionsOf({ features, rawr_auto_compaction, compact }, ''))
  const table = documented()
  const withDefault = Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined))
  // What ships in the prompt file narrows nothing, so the policy that travels has the tiers of the second table in it.
  const withoutPolicy = (options: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(options).filter(([key]) => !/\.(policy|semantic_signals)(\.|$)/.test(key)))
  expect(withoutPolicy(withDefault)).toEqual(withoutPolicy(effective))
  // Nor is a key left out that has none.
  const keys = [
    ...Object.keys(Features.shape).map((key) => `features.${key}`),
    ...Object.keys(CompactSettings.shape).map((key) => `compact.${key}`),
    ...Object.keys(AutoCompactionSettings.shape)
      .filter((key) => !['policy', 'semantic_signals', 'repo_observation'].includes(key))
      .map((key) => `rawr_auto_compaction.${key}`),
    ...Object.keys(SemanticSignals.shape).map((key) => `rawr_auto_compaction.semantic_signals.${key}`),
  ]
  expect(keys.filter((key) => !(key in table))).toEqual([])
})

test('config check says when all is well, names what is probably not meant, and refuses what does not load', async () => {
  expect(await desk.rawr('config', 'check')).toMatchObject({ code: 0, err: '' })
  mkdirSync(join(desk.folder, '.rawr'))
  const file = join(desk.folder, '.rawr', 'config.toml')
  writeFileSync(file, '[rawr_auto_compaction.policy.emergency]\npercent_remaining_lt = 60\n')
  const warned = await desk.rawr('config', 'check')
  expect(warned).toMatchObject({ code: 0 })
  expect(warned.out).toContain('warning: tier emergency begins below 60 %')
  writeFileSync(file, '[rawr_auto_compaction]\nmod = "auto"\n')
  const refused = await desk.rawr('config', 'check')
  expect(refused.code).toBe(2)
  expect(refused.err).toMatch(/config\.toml.*mod.*mode/)
})
