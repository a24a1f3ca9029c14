import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDesk } from './testing/run-rawr.ts'

const desk = openDesk()
afterAll(() => desk.clear())

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
