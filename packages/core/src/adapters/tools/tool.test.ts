import { expect, test } from 'vitest'
import { z } from 'zod'
import { toolBench } from './testing/tool-bench.ts'
import { defineTool } from './tool.ts'

const tool = defineTool({
  name: 'greet',
  description: 'Greets.',
  arguments: z.object({ name: z.string().min(1), times: z.int().positive().default(1), loud: z.boolean().optional() }),
  mend: (raw) => ({ ...raw, name: raw.name ?? raw.who }),
  purpose: ({ name }) => ({ kind: 'other', summary: name }),
  runsAlone: ({ times }) => times > 1,
  run: async ({ name, times }) => ({ output: `hello ${name} `.repeat(times).trim(), success: true }),
})

test('the published schema names what is required and allows nothing else', () => {
  expect(tool.spec).toEqual({
    name: 'greet',
    description: 'Greets.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1 },
        times: { type: 'integer', default: 1, exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        loud: { type: 'boolean' },
      },
      required: ['name'],
      additionalProperties: false,
    },
  })
})

test('arguments are parsed, defaulted and mended', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const check = async (text: string, output: string): Promise<void> =>
    expect(await tool.run(text, bench.context())).toEqual({ output, success: true })
  await check('{"name":"ada"}', 'hello ada')
  await check('{"who":"ada","times":2}', 'hello ada hello ada')
  await check('{"name":"ada","loud":null}', 'hello ada')
  await check('{"name":"ada","something":"else"}', 'hello ada')
  await bench.remove()
})

test('arguments that are none are answered, never thrown', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const rows: readonly [string, string][] = [
    ['', 'name: Invalid input: expected string, received undefined'],
    ['[]', 'they must be one JSON object'],
    ['"x"', 'they must be one JSON object'],
    ['{"name":""}', 'name: Too small: expected string to have >=1 characters'],
    [
      '{"name":1,"times":"2"}',
      'name: Invalid input: expected string, received number; times: Invalid input: expected number, received string',
    ],
  ]
  for (const [text, why] of rows) {
    expect(await tool.run(text, bench.context())).toEqual({
      output: `The arguments of greet are not valid, nothing was done: ${why}.`,
      success: false,
    })
    expect(tool.purpose(text, bench.cwd)).toEqual({ kind: 'other', summary: `invalid arguments: ${why}` })
    expect(tool.runsAlone(text)).toBe(false)
  }
  const broken = await tool.run('{"name": "ad', bench.context())
  expect(broken.output).toContain('they are not JSON (')
  await bench.remove()
})
