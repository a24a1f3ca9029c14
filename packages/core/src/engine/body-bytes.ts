/**
 * L2 in bytes: how large the body of a request is, and which images leave it where the server takes no more. Oldest first,
 * and more of them at once than needed, so that the start of the request does not change with every new image.
 */
import type { ContentPart, HistoryItem, ImagePart } from '@rawr/protocol'

/** Room made at once, as a share of the limit. */
const SHARE_AFTER = 0.75

/** `data:image/png;base64,` and the JSON around it. */
const IMAGE_FRAME_BYTES = 80

export type BytesLimit = {
  readonly bytesMax: number
  /** Instructions and tool schemas. */
  readonly staticBytes: number
}

export type FittedBody = {
  readonly items: readonly HistoryItem[]
  /** Of the body with these items, about. */
  readonly bytes: number
  readonly imagesLeftOut: number
}

export const fitBytes = (items: readonly HistoryItem[], { bytesMax, staticBytes }: BytesLimit): FittedBody => {
  let bytes = staticBytes
  const kept: { readonly image: ImagePart; readonly bytes: number }[] = []
  const out = new Set<ImagePart>()
  for (const item of items) {
    bytes += wordBytes(item)
    for (const image of imagesOf(item)) {
      kept.push({ image, bytes: imageBytes(image) })
      bytes += imageBytes(image)
    }
    if (bytes <= bytesMax) continue
    while (kept.length > 0 && bytes > bytesMax * SHARE_AFTER) {
      const oldest = kept.shift()
      if (oldest === undefined) break
      out.add(oldest.image)
      bytes -= oldest.bytes
    }
  }
  return {
    items: out.size === 0 ? items : withoutImages(items, (image) => out.has(image)),
    bytes,
    imagesLeftOut: out.size,
  }
}

/** A sentence stands where each image was. */
export const withoutImages = (
  items: readonly HistoryItem[],
  leaves: (image: ImagePart) => boolean = () => true,
): readonly HistoryItem[] =>
  items.map((item): HistoryItem => {
    if (!imagesOf(item).some(leaves)) return item
    const spared = (parts: readonly ContentPart[]): ContentPart[] =>
      parts.map((part) => (part.type === 'input_image' && leaves(part) ? { type: 'input_text', text: LEFT_OUT } : part))
    if (item.type === 'message') return { ...item, content: spared(item.content) }
    if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
      return typeof item.output === 'string' ? item : { ...item, output: spared(item.output) }
    return item
  })

const LEFT_OUT = '[an image stood here; it is kept in the log and left out of this request]'

const imagesOf = (item: HistoryItem): readonly ImagePart[] => {
  if (item.type === 'message') return item.content.filter(isImage)
  if (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') return []
  return typeof item.output === 'string' ? [] : item.output.filter(isImage)
}

const isImage = (part: ContentPart): part is ImagePart => part.type === 'input_image'

const imageBytes = ({ blob, image_url }: ImagePart): number =>
  IMAGE_FRAME_BYTES + (blob === undefined ? (image_url ?? '').length : Math.ceil(blob.bytes / 3) * 4)

/** Items never change, and a long history is asked for its size before every request. */
const counted = new WeakMap<HistoryItem, number>()

const wordBytes = (item: HistoryItem): number => {
  const known = counted.get(item)
  if (known !== undefined) return known
  const { meta: _meta, ...said } = item
  const bytes = utf8.encode(JSON.stringify(said, withoutUrls)).length
  counted.set(item, bytes)
  return bytes
}

const utf8 = new TextEncoder()

const withoutUrls = (key: string, value: unknown): unknown => (key === 'image_url' ? undefined : value)
