import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultText, PLACEHOLDERS, PROMPT_FILES } from './catalog.ts'
import { DEFAULT_TEXTS } from './defaults.generated.ts'
import { parsePrompt } from './frontmatter.ts'
import { unknownPlaceholders } from './template.ts'

const templates = new URL('../templates/', import.meta.url)

test('the generated texts are the templates; run generate-defaults.mjs if not', () => {
  const files = readdirSync(templates).sort()
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, templates), 'utf8')]))
  expect(DEFAULT_TEXTS).toEqual(texts)
  expect([...PROMPT_FILES].sort()).toEqual(files)
})

test('every default text parses, uses all its placeholders and no other', () => {
  for (const file of PROMPT_FILES) {
    const prompt = parsePrompt(defaultText(file))
    const body = prompt.ok ? prompt.value.body : ''
    expect([file, prompt.ok, unknownPlaceholders(body, PLACEHOLDERS[file])]).toEqual([file, true, []])
    if (file !== 'auto-compact.md') for (const name of PLACEHOLDERS[file]) expect(body).toContain(`{${name}}`)
  }
})

test('the frontmatter that ships says what the defaults say', () => {
  expect(parsePrompt(defaultText('auto-compact.md'))).toMatchObject({
    value: {
      frontmatter: { percentRemainingLt: { early: 85, ready: 75, asap: 65, emergency: 15 }, maxTailChars: 1_200 },
    },
  })
})
