import { expect, test } from 'vitest'
import { imageFromBase64, imageFromUrl } from './image.ts'

test('pixels become a reference by hash, an address stays', () => {
  const part = imageFromUrl('data:image/png;base64,QUJD')
  expect(part).toEqual({
    type: 'input_image',
    blob: { id: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: 3, media_type: 'image/png' },
  })
  expect(imageFromBase64('QUJD', 'image/png')).toEqual(part)
  expect(imageFromUrl('https://example.org/a.png')).toEqual({
    type: 'input_image',
    image_url: 'https://example.org/a.png',
  })
})
