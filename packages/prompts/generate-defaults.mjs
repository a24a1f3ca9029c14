// Writes src/defaults.generated.ts from templates/*.md. Run: node packages/prompts/generate-defaults.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const templates = new URL('templates/', import.meta.url)

const entries = readdirSync(templates)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => `  '${name}': ${JSON.stringify(readFileSync(new URL(name, templates), 'utf8'))},`)

const text = [
  '/** The templates as they ship. Generated from templates/*.md by generate-defaults.mjs; edit those. */',
  'export const DEFAULT_TEXTS = {',
  ...entries,
  '} as const',
  '',
].join('\n')

writeFileSync(new URL('src/defaults.generated.ts', import.meta.url), text)
