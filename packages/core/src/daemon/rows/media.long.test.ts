// Failure rows of the kind MEDIA: images.
import type { UserInput } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

/** No picture, but as long as one; each number another. */
const png = (n: number, bytes: number): UserInput => {
  const content = Buffer.alloc(bytes, n)
  return { type: 'image', image_url: `data:image/png;base64,${content.toString('base64')}` }
}

const imagesIn = (body = ''): number => body.split('data:image/png').length - 1

test('MEDIA-01: three pasted screenshots of 1.5 MB do not make the compaction fail: sentences stand for them', async () => {
  const row = await open({
    answers: [
      running('seq 1 4000'),
      running('seq 4000 8000'),
      running('seq 8000 12000'),
      saying('Seen.'),
      saying('<summary>Three screenshots were looked at.</summary>'),
    ],
  })
  await row.say('What is on these?', png(1, 1_500_000), png(2, 1_500_000), png(3, 1_500_000))
  expect(imagesIn(row.bodies()[3])).toBe(3)
  expect(await row.compact({ strategy: 'full' })).toMatchObject({
    type: 'context_compacted',
    report: { strategy: 'full' },
  })
  expect([imagesIn(row.bodies()[4]), row.bodies()[4]?.includes('an image stood here')]).toEqual([0, true])
})

test('MEDIA-02: a server that takes less than is set answers 413 once or twice, and the older images leave', async () => {
  const row = await open({ window: 1_000_000, strict: { bodyBytesMax: 5_000_000 }, answers: [saying('Seen.')] })
  const images = [1, 2, 3, 4, 5].map((n) => png(n, 1_600_000))
  expect(await row.say('Look.', ...images)).toMatchObject({ type: 'turn_complete' })
  expect(imagesIn(row.bodies().at(-1))).toBeGreaterThanOrEqual(1)
})

test('MEDIA-07: a model that reads no images gets sentences for them, and another one the images again', async () => {
  const row = await open({
    strict: {
      alsoRefuse: (body) => {
        const isBlind = (body as { model: string }).model === 'blind'
        return isBlind && imagesIn(JSON.stringify(body)) > 0 ? 'This model does not support image inputs.' : null
      },
    },
    answers: [saying('Seen.')],
  })
  await row.say('What is on this?', png(1, 1_000))
  await row.send({ type: 'override_turn_context', model: 'blind' })
  expect(await row.say('And now?')).toMatchObject({ type: 'turn_complete' })
  expect(imagesIn(row.bodies().at(-1))).toBe(0)
  await row.send({ type: 'override_turn_context', model: 'alder' })
  expect(await row.say('And now?')).toMatchObject({ type: 'turn_complete' })
  expect(imagesIn(row.bodies().at(-1))).toBe(1)
})
