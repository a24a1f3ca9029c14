// A key that nothing reads is a promise that nobody keeps: whoever sets it is not told.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { z } from 'zod'

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url))

/** Where keys are defined, and programs that only judge or are tested. */
const isAside = (path: string): boolean =>
  /\.test\.tsx?$|[\\/]testing[\\/]|[\\/]simulation[\\/]|protocol[\\/]src[\\/](?:default-)?settings\.ts$/.test(path)

const sources = (): string =>
  readdirSync(PACKAGES)
    .flatMap((name) =>
      readdirSync(join(PACKAGES, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(PACKAGES, name, 'src', file),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !isAside(path))
    .map((path) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')

const keysOf = (schema: z.ZodType): readonly string[] => {
  const inner = 'unwrap' in schema ? (schema.unwrap as () => z.ZodType)() : schema
  if (!('shape' in inner)) return []
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, value]) => [key, ...keysOf(value)])
}

/** As a field that is read, or taken out of its section by name. */
const isRead = (text: string, key: string): boolean =>
  new RegExp(`\\.${key}\\b|\\b(?:const|let) \\{[^}]*\\b${key}\\b|\\(\\{[^)]*\\b${key}\\b|'${key}'`).test(text)

test('every key of the settings is read by something', () => {
  const text = sources()
  const keys = keysOf(Settings)
  expect(keys).toContain('restore_plan')
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter((key) => !isRead(text, key))).toEqual([])
})

test('a key that nobody reads is found', () => {
  expect(isRead('const { other } = settings.compact', 'restore_plan')).toBe(false)
  expect(isRead('/x/.test(compact.restore_plans)', 'restore_plan')).toBe(false)
  expect(isRead('const { other, restore_plan } = settings.compact', 'restore_plan')).toBe(true)
})
