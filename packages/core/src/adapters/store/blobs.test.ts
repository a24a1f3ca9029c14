import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobId } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import type { Logger } from '../../ports/logger.ts'
import { blobStoreContract } from '../../testing/contracts/blob-store.ts'
import { openBlobStore } from './blobs.ts'

const open = () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-blobs-'))
  const told: string[] = []
  const logger: Logger = { debug: () => {}, warn: () => {}, error: (event) => told.push(event) }
  return { home, told, store: openBlobStore({ home, logger }) }
}

test('content comes back byte for byte under the hash of its bytes, kept once', async () => {
  const { home, store } = open()
  const text = 'größer 🙂\n'.repeat(3)
  const ref = await store.put(text, 'text/plain')
  expect(ref).toEqual({
    id: createHash('sha256').update(text).digest('hex'),
    bytes: Buffer.byteLength(text),
    media_type: 'text/plain',
  })
  expect(await store.put(Buffer.from(text))).toEqual({ id: ref.id, bytes: ref.bytes })
  expect(Buffer.from((await store.get(ref.id)) ?? []).toString()).toBe(text)
  expect(readdirSync(join(home, 'blobs', ref.id.slice(0, 2)))).toEqual([ref.id])
  expect(statSync(join(home, 'blobs', ref.id.slice(0, 2), ref.id)).mode & 0o777).toBe(0o600)
})

test('the same content put many times at once is whole', async () => {
  const { store } = open()
  const content = new Uint8Array(300_000).fill(7)
  const refs = await Promise.all(Array.from({ length: 12 }, () => store.put(content)))
  expect(new Set(refs.map((ref) => ref.id)).size).toBe(1)
  expect(await store.get(refs[0]!.id)).toEqual(Buffer.from(content))
})

test('an unknown blob is null, and so is a damaged one, which is put right by the next put', async () => {
  const { home, store, told } = open()
  expect(await store.get(BlobId.parse('0'.repeat(64)))).toBeNull()
  const ref = await store.put('precious')
  writeFileSync(join(home, 'blobs', ref.id.slice(0, 2), ref.id), 'prec')
  expect(await store.get(ref.id)).toBeNull()
  expect(told).toEqual(['blob_damaged'])
  await store.put('precious')
  expect(Buffer.from((await store.get(ref.id)) ?? []).toString()).toBe('precious')
})

describe('the contract of the port', () => {
  test.each(blobStoreContract(async () => open().store))('$name', ({ run }) => run())
})
