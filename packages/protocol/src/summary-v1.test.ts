import { expect, test } from 'vitest'
import { summaryV1Schema } from './summary-v1.ts'

test('the schema of a snapshot names its fields and allows no others', () => {
  expect(summaryV1Schema()).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['task', 'decisions', 'last_compact_at']),
    additionalProperties: false,
  })
})
