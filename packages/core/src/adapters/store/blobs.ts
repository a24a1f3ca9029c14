/** Large content under `blobs/`, once by its sha-256. A blob whose bytes no longer match its name counts as not kept. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobId, type BlobRef } from '@rawr/protocol'
import type { BlobStore } from '../../ports/blob-store.ts'
import type { Logger } from '../../ports/logger.ts'
import { writeAtomic } from './atomic-file.ts'

export const openBlobStore = ({ home, logger }: { home: string; logger: Logger }): BlobStore => {
  // Two characters a folder: a hundred thousand blobs in one would make every listing slow.
  const pathOf = (id: BlobId): string => join(home, 'blobs', id.slice(0, 2), id)
  return {
    put: async (content, mediaType) => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
      const id = BlobId.parse(sha256(bytes))
      if ((await sizeOf(pathOf(id))) !== bytes.byteLength) await writeAtomic(pathOf(id), bytes)
      return {
        id,
        bytes: bytes.byteLength,
        ...(mediaType === undefined ? {} : { media_type: mediaType }),
      } satisfies BlobRef
    },
    get: async (id) => {
      const bytes = await readOrNull(pathOf(id))
      if (bytes === null || sha256(bytes) === id) return bytes
      logger.error('blob_damaged', { blob: id, bytes: bytes.byteLength })
      return null
    },
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch {
    return null
  }
}

const readOrNull = async (path: string): Promise<Uint8Array | null> => {
  try {
    return await readFile(path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw cause
  }
}
