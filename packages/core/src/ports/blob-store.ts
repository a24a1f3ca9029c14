/** Large content, stored once by hash. */
import type { BlobId, BlobRef } from '@rawr/protocol'

export interface BlobStore {
  /** Resolves when the content is durable. */
  put(content: string | Uint8Array, mediaType?: string): Promise<BlobRef>
  /** `null` where no such blob is kept. */
  get(id: BlobId): Promise<Uint8Array | null>
}
