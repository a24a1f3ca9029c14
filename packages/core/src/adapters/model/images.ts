/** Images of a history as the addresses a request carries: what lies in the blob store becomes a data URL. */
import type { BlobId, ContentPart, HistoryItem, ImagePart } from '@rawr/protocol'
import type { BlobStore } from '../../ports/blob-store.ts'
import type { ImageUrl } from './responses-items.ts'

const DEFAULT_MEDIA_TYPE = 'image/png'

/** Reads every blob once, before the request is built; an image that is gone has no address. */
export const readImages = async (items: readonly HistoryItem[], blobs: Pick<BlobStore, 'get'>): Promise<ImageUrl> => {
  const urls = new Map<BlobId, string>()
  for (const { blob } of items.flatMap(imagesOf)) {
    if (blob === undefined || urls.has(blob.id)) continue
    const content = await blobs.get(blob.id).catch(() => null)
    if (content !== null)
      urls.set(
        blob.id,
        `data:${blob.media_type ?? DEFAULT_MEDIA_TYPE};base64,${Buffer.from(content).toString('base64')}`,
      )
  }
  return (part) => part.image_url ?? (part.blob === undefined ? null : (urls.get(part.blob.id) ?? null))
}

const imagesOf = (item: HistoryItem): readonly ImagePart[] => {
  if (item.type === 'message') return item.content.filter(isImage)
  if (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') return []
  return typeof item.output === 'string' ? [] : item.output.filter(isImage)
}

const isImage = (part: ContentPart): part is ImagePart => part.type === 'input_image'
