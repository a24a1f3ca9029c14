import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

const rows = [
  ...readFileSync(join(root, 'docs/settled-points.md'), 'utf8').matchAll(
    /^\| (.+?) \| `([^`]+\.test\.ts)` \| (.+) \|$/gm,
  ),
].map(([, point = '', file = '', name = '']) => ({ point, file, name }))

test('every settled point names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(60)
  const lost = rows.filter(({ file, name }) => {
    const path = join(root, 'packages', file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(`'${name}'`)
  })
  expect(lost).toEqual([])
  expect(new Set(rows.map(({ point }) => point)).size).toBe(rows.length)
})
