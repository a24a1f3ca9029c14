/** What every blob store promises. */
import { deepEqual, equal } from 'node:assert/strict'
import { BlobId } from '@rawr/protocol'
import type { BlobStore } from '../../ports/blob-store.ts'
import type { ContractCase } from './contract.ts'

/** `make` gives an empty store each time. */
export const blobStoreContract = (make: () => Promise<BlobStore>): readonly ContractCase[] => [
  {
    name: 'what was put comes back byte for byte, text as UTF-8',
    run: async () => {
      const store = await make()
      const text = await store.put('größer: 🦖', 'text/plain')
      equal(new TextDecoder().decode((await store.get(text.id)) ?? new Uint8Array()), 'größer: 🦖')
      equal(text.bytes, new TextEncoder().encode('größer: 🦖').byteLength)
      equal(text.media_type, 'text/plain')
      const bytes = Uint8Array.from([0, 255, 10, 13, 0])
      deepEqual([...((await store.get((await store.put(bytes)).id)) ?? [])], [...bytes])
    },
  },
  {
    name: 'the same content has the same id, however often it is put, also at once',
    run: async () => {
      const store = await make()
      const refs = await Promise.all(Array.from({ length: 5 }, () => store.put('twice')))
      equal(new Set(refs.map(({ id }) => id)).size, 1)
      equal((await store.put(new TextEncoder().encode('twice'))).id, refs[0]?.id)
    },
  },
  {
    name: 'an id nobody put is null',
    run: async () => {
      equal(await (await make()).get(BlobId.parse('0'.repeat(64))), null)
    },
  },
  {
    name: 'nothing at all is content too',
    run: async () => {
      const store = await make()
      const { id, bytes } = await store.put('')
      equal(bytes, 0)
      equal((await store.get(id))?.byteLength, 0)
    },
  },
]
