import { expect, test } from 'vitest'
import { IMAGE_BYTES_MAX, imageRefusal, imageTypeOf } from './image.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\u0089PNG\r\n\u001a\nrest', 'image/png'],
  ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a;', 'image/gif'],
  ['RIFF1234WEBPVP8 ', 'image/webp'],
  ['RIFF1234WAVE', null],
  ['<svg xmlns=', null],
  ['\u0089PNG', null],
  ['', null],
])('%j is %s', (start, type) => expect(imageTypeOf(bytes(start))).toBe(type))

test('one byte too many is refused with both numbers and what to do', () => {
  expect(imageRefusal('a.png', IMAGE_BYTES_MAX)).toBeNull()
  expect(imageRefusal('a.png', IMAGE_BYTES_MAX + 1)).toMatch(/^a\.png has 5242881 bytes.*5242880.*smaller copy/)
})
