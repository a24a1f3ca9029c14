import { expect, test } from 'vitest'
import { openItemStream } from './item-stream.ts'

const open = (limit = 10) => {
  const left: string[] = []
  return { left, stream: openItemStream<number>({ limit, onReturn: () => left.push('left') }) }
}

test('items come in order, whether they wait or are waited for', async () => {
  const { stream } = open()
  stream.push(1)
  const first = stream.items.next()
  const second = stream.items.next()
  stream.push(2)
  stream.end()
  expect([(await first).value, (await second).value]).toEqual([1, 2])
  expect(await stream.items.next()).toEqual({ done: true, value: undefined })
})

test('what waits is read before the end and before its error', async () => {
  const { stream } = open()
  stream.push(1)
  stream.end(new Error('broken'))
  stream.push(2)
  expect(await stream.items.next()).toEqual({ done: false, value: 1 })
  await expect(stream.items.next()).rejects.toThrow('broken')
  expect((await stream.items.next()).done).toBe(true)
})

test('one who reads too slowly is told', async () => {
  const { stream } = open(2)
  for (const item of [1, 2, 3]) stream.push(item)
  const read = async () => {
    for await (const item of stream.items) expect(item).toBeLessThan(3)
  }
  await expect(read()).rejects.toThrow('more than 2 items wait')
})

test('one who leaves early is known to have left', async () => {
  const { left, stream } = open()
  stream.push(1)
  for await (const item of stream.items) if (item === 1) break
  expect(left).toEqual(['left'])
})
