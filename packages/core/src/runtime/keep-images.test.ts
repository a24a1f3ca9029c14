import type { Op } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryBlobs } from '../testing/index.ts'
import { hasPastedImages, withKeptImages } from './keep-images.ts'

const paste = (image_url: string): Op => ({ type: 'user_turn', items: [{ type: 'image', image_url }] })
const png = 'data:image/png;base64,iVBORw0KGgo='

test('a pasted image becomes a reference, the same image the same one', async () => {
  const blobs = memoryBlobs()
  const once = await withKeptImages(paste(png), blobs)
  expect(once).toMatchObject({ items: [{ blob: { bytes: 8, media_type: 'image/png' } }] })
  expect(JSON.stringify(once)).not.toContain('base64')
  expect(await withKeptImages(paste(png), blobs)).toEqual(once)
})

test('a web address, and what is no image, stay as they are', async () => {
  for (const url of ['https://harbour.example/quay.png', 'data:text/plain;base64,aGk=', 'data:image/png;base64,%%%'])
    expect([hasPastedImages(paste(url)), await withKeptImages(paste(url), memoryBlobs())]).toEqual([false, paste(url)])
  expect(hasPastedImages(paste(png))).toBe(true)
})

test('where the disk refuses, the message is still taken', async () => {
  const full = { put: () => Promise.reject(new Error('ENOSPC')) }
  expect(await withKeptImages(paste(png), full)).toEqual(paste(png))
})
