import { expect, test } from 'vitest'
import { errorWords } from './fault.ts'
import { OVERFLOW_ROWS } from './overflow-rows.ts'
import { isOverflow } from './overflow-table.ts'

test.each(OVERFLOW_ROWS.map((row) => [row.provider, row] as const))(
  '%s is understood from a body as it was seen',
  (_, row) => {
    const said = errorWords(row.example)
    expect(isOverflow(said)).toBe(true)
    expect('code' in row ? row.code === said.code : row.words.test(said.message)).toBe(true)
  },
)

test('each wording is needed: some body is known by no earlier row', () => {
  const firstKnows = OVERFLOW_ROWS.map((row) => {
    const { code, message } = errorWords(row.example)
    return OVERFLOW_ROWS.findIndex((other) => ('code' in other ? other.code === code : other.words.test(message)))
  })
  // Fireworks says Anthropic's words too; its row stands for the day it drops them.
  const shadowed = OVERFLOW_ROWS.filter((_, at) => firstKnows[at] !== at).map(({ provider }) => provider)
  expect(shadowed).toEqual(['Fireworks AI'])
})

const check = (message: string, expected: boolean, code = '') =>
  expect([message, isOverflow({ code, message })]).toEqual([message, expected])

test('what waiting or another key would mend is no overflow', () => {
  check('Rate limit reached for gpt-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000.', false)
  check('Request too large for gpt-x on tokens per day (TPD): Limit 100000, Requested 120000.', false)
  check('ThrottlingException: Too many tokens, please wait before trying again.', false)
  check('Incorrect API key provided.', false, 'invalid_api_key')
  check('The model `x` does not exist.', false, 'model_not_found')
  check('Invalid value for max_tokens: must be at most 4096.', false)
  check('You exceeded your current quota, please check your plan and billing details.', false, 'insufficient_quota')
  check('', false)
})
