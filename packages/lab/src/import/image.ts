/** Images of foreign files: the pixels are never text. They are named by hash, so that a session of many stays small in memory. */
import { createHash } from 'node:crypto'
import { BlobId, type ContentPart } from '@rawr/protocol'

const DATA_URL = /^data:([^;,]*)(;base64)?,/

/** An image by its address; a data URL becomes a reference to its bytes, which stay in the file they came from. */
export const imageFromUrl = (url: string): ContentPart => {
  const head = DATA_URL.exec(url)
  if (head === null) return { type: 'input_image', image_url: url }
  return imageFromBase64(url.slice(head[0].length), head[1] ?? '')
}

export const imageFromBase64 = (base64: string, mediaType: string): ContentPart => ({
  type: 'input_image',
  blob: {
    id: BlobId.parse(createHash('sha256').update(base64).digest('hex')),
    bytes: Math.floor((base64.length * 3) / 4),
    ...(mediaType === '' ? {} : { media_type: mediaType }),
  },
})
