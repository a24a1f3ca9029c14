// Failure rows MEDIA-02, -06 and -08: many images, images as text, images in the log.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { UserInput } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { speak } from '../../adapters/model/testing/speak.ts'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )

const imagesIn = (body = ''): number => body.split('data:image/png').length - 1

test('MEDIA-02: of sixty images of 1.6 MB as many go as 20 MB hold, the newest, and the person is told', {
  timeout: 180_000,
}, async () => {
  const row = await open({ window: 1_000_000, strict: { bodyBytesMax: 20_000_000 }, answers: [saying('Seen.')] })
  const image = (n: number): UserInput => {
    const content = Buffer.alloc(1_600_000, n)
    return { type: 'image', image_url: `data:image/png;base64,${content.toString('base64')}` }
  }
  for (let at = 0; at < 60; at += 6) {
    const six = Array.from({ length: 6 }, (_, n) => image(at + n))
    expect(await row.say(`Images from ${at}.`, ...six)).toMatchObject({ type: 'turn_complete' })
  }
  const bodies = row.bodies()
  const last = bodies.at(-1)
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThanOrEqual(20_000_000)
  expect(imagesIn(last)).toBeGreaterThanOrEqual(6)
  // The newest image is byte for byte there; the first has left.
  expect(last).toContain(Buffer.alloc(1_600_000, 59).toString('base64').slice(0, 400))
  expect(
    row.told('warning').filter(({ message }) => message.includes('older images are left out')).length,
  ).toBeGreaterThan(0)
  expect(bodies).toHaveLength(10)
})

test('MEDIA-06: a data line of 1.2 million characters is folded to a note with its size, and the whole is kept', async () => {
  const line = `python3 -c "print('const icon = \\'data:image/png;base64,' + 'iVBORw0KGgo' * 109091 + '\\'')"`
  const row = await open({ answers: [running(line), saying('Found.')] })
  expect(await row.say('Search.')).toMatchObject({ type: 'turn_complete' })
  expect(row.bodies()[1]?.length).toBeLessThan(120_000)
  expect(row.bodies()[1]).toMatch(/output has about \d+ tokens; its middle is left out.*kept as blob/)
  const whole = filesUnder(join(row.bench.home, 'blobs')).map((file) => readFileSync(file, 'utf8'))
  expect(whole.some((text) => text.length > 1_000_000)).toBe(true)
  expect(await row.compact({ strategy: 'extractive' })).toMatchObject({ type: expect.stringMatching(/compact/) })
  expect(await row.say('And?')).toMatchObject({ type: 'turn_complete' })
})

test('MEDIA-08: two hundred images of which twenty differ are twenty files, and the log grows by references', {
  timeout: 60_000,
}, async () => {
  const make = `python3 -c "for n in range(1, 21): open(f'{n}.png', 'wb').write(bytes.fromhex('89504e470d0a1a0a') + bytes([n]) * 20000)"`
  const read = (round: number) =>
    speak('responses', {
      calls: Array.from({ length: 20 }, (_, n) => ({
        id: `call_${round}_${n}`,
        name: 'read',
        json: JSON.stringify({ path: `${n + 1}.png` }),
      })),
    })
  const rounds = Array.from({ length: 10 }, (_, round) => [read(round), saying(`Seen ${round}.`)]).flat()
  const row = await open({ window: 400_000, answers: [running(make), saying('Made.'), ...rounds] })
  await row.say('Make them.')
  for (let round = 0; round < 10; round += 1) {
    expect(await row.say(`Look ${round}.`)).toMatchObject({ type: 'turn_complete' })
    await row.compact({ strategy: 'extractive' })
  }
  expect(row.told('tool_call_end').filter(({ success }) => success)).toHaveLength(200)
  expect(row.told('context_compacted')).toHaveLength(10)
  expect(filesUnder(join(row.bench.home, 'blobs')).filter((file) => statSync(file).size > 20_000)).toHaveLength(20)
  const log = filesUnder(join(row.bench.home, 'sessions')).filter((file) => file.endsWith('.jsonl'))
  expect(Math.max(...log.map((file) => statSync(file).size))).toBeLessThan(2_000_000)
})
