import { expect, test } from 'vitest'
import { textOfInput } from './user-input.ts'

test('the typed text is the text parts, one a line; images have none', () => {
  const image = { type: 'image' as const, image_url: 'data:image/png;base64,AA==' }
  expect(textOfInput([{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }])).toBe('a\nb')
  expect(textOfInput([image])).toBe('')
})
