import { expect, test } from 'vitest'
import { paintRow } from './paint.ts'
import { span } from './row.ts'

test('a tone is a colour, and nothing at all without colours', () => {
  const spans = [span('ok '), span('done', 'good')]
  expect(paintRow(spans, 'ansi')).toBe('ok \u001b[32mdone\u001b[0m')
  expect(paintRow(spans, 'none')).toBe('ok done')
})
