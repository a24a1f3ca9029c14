import { BlobId, type BlobRef, type HistoryItem, type ImagePart } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { readImages } from './images.ts'
import { meta } from './testing/sampling.ts'

const ref = (digit: string, media_type?: string): BlobRef => ({
  id: BlobId.parse(digit.repeat(64)),
  bytes: 3,
  ...(media_type === undefined ? {} : { media_type }),
})

const image = (fields: Omit<ImagePart, 'type'>): ImagePart => ({ type: 'input_image', ...fields })

test('an image by blob becomes a data URL, read once; one that is gone has no address', async () => {
  const parts = [
    image({ image_url: 'https://example.test/a.png' }),
    image({ blob: ref('a', 'image/webp') }),
    image({ blob: ref('a', 'image/webp') }),
    image({ blob: ref('b') }),
    image({ blob: ref('c') }),
    image({ blob: ref('d') }),
  ]
  const items: readonly HistoryItem[] = [{ type: 'message', role: 'user', content: parts, meta: meta('user') }]
  const asked: string[] = []
  const urlOf = await readImages(items, {
    get: async (id) => {
      asked.push(id.slice(0, 1))
      if (id.startsWith('d')) throw new Error('disk')
      return id.startsWith('c') ? null : new Uint8Array([1, 2, 3])
    },
  })
  expect(parts.map(urlOf)).toEqual([
    'https://example.test/a.png',
    'data:image/webp;base64,AQID',
    'data:image/webp;base64,AQID',
    'data:image/png;base64,AQID',
    null,
    null,
  ])
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
})
