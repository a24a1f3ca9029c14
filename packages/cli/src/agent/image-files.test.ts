import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMAGE_BYTES_MAX } from '@rawr/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { readImageFiles } from './image-files.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'rawr-images-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('images are told by their content and come as data, in the order they were named', async () => {
  const at = folder()
  writeFileSync(join(at, 'a.txt'), PNG)
  writeFileSync(join(at, 'b.png'), 'GIF89a')
  expect(await readImageFiles([join(at, 'a.txt'), join(at, 'b.png')])).toEqual({
    ok: true,
    value: [
      { type: 'image', image_url: `data:image/png;base64,${PNG.toString('base64')}` },
      { type: 'image', image_url: `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}` },
    ],
  })
})

test('what is no image, too large, or not there is named', async () => {
  const at = folder()
  writeFileSync(join(at, 'a.png'), '<svg/>')
  writeFileSync(join(at, 'b.png'), Buffer.alloc(IMAGE_BYTES_MAX + 1))
  const said = async (name: string) => {
    const read = await readImageFiles([join(at, name)])
    return read.ok ? '' : read.error
  }
  expect(await said('a.png')).toMatch(/a\.png is no image/)
  expect(await said('b.png')).toMatch(/b\.png has 5242881 bytes/)
  expect(await said('c.png')).toMatch(/--image: There is no file .*c\.png: check the name/)
})
