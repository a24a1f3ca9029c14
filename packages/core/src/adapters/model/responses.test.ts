import { expect, test } from 'vitest'
import { responsesBody } from './responses.ts'
import { request } from './testing/sampling.ts'

test('without tools a body names none, and it always asks for encrypted reasoning and no storing', () => {
  const body = responsesBody(request({ cacheKey: 'k'.repeat(100) }), () => null)
  expect(Object.keys(body)).toEqual([
    'model',
    'instructions',
    'input',
    'include',
    'prompt_cache_key',
    'store',
    'stream',
  ])
  expect(body).toMatchObject({ include: ['reasoning.encrypted_content'], store: false, stream: true })
  expect(body.prompt_cache_key).toHaveLength(64)
})
