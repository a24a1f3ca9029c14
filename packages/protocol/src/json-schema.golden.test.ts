import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jsonSchemas } from './json-schema.ts'

const folder = new URL('../schemas/', import.meta.url)
const schemas = Object.entries(jsonSchemas())

test('every schema has its file, and no file is left over', () => {
  if (process.env.UPDATE === '1' && !process.env.CI)
    for (const [name, schema] of schemas)
      writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(schema, null, 2)}\n`)
  expect(readdirSync(folder).toSorted()).toEqual(schemas.map(([name]) => `${name}.json`).toSorted())
})

test.each(schemas)(
  'the committed schema of %s is what the code says; if not: pnpm --filter @rawr/protocol schemas',
  (name, schema) => {
    const committed: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
    expect(committed).toEqual(JSON.parse(JSON.stringify(schema)))
  },
)
