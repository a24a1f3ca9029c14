import { existsSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AppendTarget, openLineWriter } from './line-writer.ts'

type Fault = 'whole' | 'half' | 'refuse'

/** A disk in memory that does what the script says, then everything. */
const scriptedDisk = (writes: Fault[] = [], syncs: ('good' | 'refuse')[] = [], canTakeBack = true) => {
  const disk = { text: '', syncedText: '', syncs: 0, closed: false }
  const refusal = (code: string) => Object.assign(new Error('the disk said no'), { code })
  const target: AppendTarget = {
    write: (bytes) => {
      const fault = writes.shift() ?? 'whole'
      if (fault === 'refuse') throw refusal('ENOSPC')
      const count = fault === 'half' ? Math.ceil(bytes.byteLength / 2) : bytes.byteLength
      disk.text += Buffer.from(bytes.subarray(0, count)).toString('latin1')
      return count
    },
    takeBack: (bytes) => {
      if (!canTakeBack) throw refusal('EIO')
      disk.text = disk.text.slice(0, -bytes)
    },
    sync: async () => {
      disk.syncs += 1
      if (syncs.shift() === 'refuse') throw refusal('EIO')
      disk.syncedText = disk.text
    },
    close: async () => {
      disk.closed = true
    },
  }
  return { disk, writer: openLineWriter({ path: '/logs/a.jsonl' }, target) }
}

test('sync resolves when everything pushed before it is on the disk, in order', async () => {
  const { disk, writer } = scriptedDisk()
  writer.push('a\n')
  writer.push('b\n')
  await writer.sync()
  expect(disk.syncedText).toBe('a\nb\n')
})

test('a pushed line is with the system at once', () => {
  const { disk, writer } = scriptedDisk(['half'])
  writer.push('abc\n')
  expect(disk.text).toBe('abc\n')
})

test('syncs that wait for the same lines are one', async () => {
  const { disk, writer } = scriptedDisk()
  writer.push('a\n')
  await Promise.all([writer.sync(), writer.sync(), writer.sync()])
  expect(disk.syncs).toBe(1)
})

test('nothing new needs no sync', async () => {
  const { disk, writer } = scriptedDisk()
  writer.push('a\n')
  await writer.sync()
  await writer.sync()
  await writer.close()
  expect([disk.syncs, disk.closed]).toEqual([1, true])
})

describe('a disk that refuses', () => {
  test('throws at once and by name, leaves nothing of the line, and takes the next once there is room', async () => {
    const { disk, writer } = scriptedDisk(['half', 'refuse'])
    const refused = () => writer.push('abcdef\n')
    expect(refused).toThrow('cannot write /logs/a.jsonl: ENOSPC')
    expect(disk.text).toBe('')
    writer.push('next\n')
    await writer.sync()
    expect(disk.syncedText).toBe('next\n')
  })

  test('a half line that cannot be taken back stands alone', () => {
    const { disk, writer } = scriptedDisk(['half', 'refuse'], [], false)
    expect(() => writer.push('abcdef\n')).toThrow('ENOSPC')
    writer.push('next\n')
    writer.push('last\n')
    expect(disk.text).toBe('abcd\nnext\nlast\n')
  })

  test('a failed sync is never followed by a good one', async () => {
    const { writer } = scriptedDisk([], ['refuse'])
    writer.push('a\n')
    await expect(writer.sync()).rejects.toMatchObject({ code: 'EIO' })
    writer.push('b\n')
    await expect(writer.sync()).rejects.toMatchObject({ code: 'EIO' })
  })

  test('closing after a failed sync says so too, and closes all the same', async () => {
    const { disk, writer } = scriptedDisk([], ['refuse'])
    writer.push('a\n')
    await expect(writer.close()).rejects.toMatchObject({ code: 'EIO' })
    expect(disk.closed).toBe(true)
  })

  test.skipIf(!existsSync('/dev/full'))('a real full disk is reported by name', async () => {
    const file = await open('/dev/full', 'a')
    const writer = openLineWriter(
      { path: '/dev/full' },
      {
        write: (bytes) => writeSync(file.fd, bytes),
        takeBack: () => {},
        sync: async () => {},
        close: () => file.close(),
      },
    )
    expect(() => writer.push('a\n')).toThrow('ENOSPC')
    await writer.close()
  })
})

test('behind a line that was torn the next begins on its own', () => {
  let text = '{"torn'
  const target: AppendTarget = {
    write: (bytes) => {
      text += Buffer.from(bytes).toString()
      return bytes.byteLength
    },
    takeBack: () => {},
    sync: async () => {},
    close: async () => {},
  }
  const writer = openLineWriter({ path: 'a', endsInsideLine: true }, target)
  expect(text).toBe('{"torn')
  writer.push('a\n')
  writer.push('b\n')
  expect(text).toBe('{"torn\na\nb\n')
})

test('STORE-04: whatever the disk refuses in between, the file is what was taken, in order, and nothing else', async () => {
  const fault = fc.constantFrom<Fault>('whole', 'half', 'refuse')
  const step = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), fc.constant(null))
  await fc.assert(
    fc.asyncProperty(fc.array(fault), fc.array(step), async (faults, steps) => {
      const { disk, writer } = scriptedDisk([...faults])
      const taken: string[] = []
      for (const text of steps) {
        if (text === null) {
          await writer.sync()
          continue
        }
        try {
          writer.push(`${text}\n`)
          taken.push(`${text}\n`)
        } catch {
          // Not in the file.
        }
      }
      await writer.sync()
      expect(disk.text).toBe(taken.join(''))
    }),
  )
})
