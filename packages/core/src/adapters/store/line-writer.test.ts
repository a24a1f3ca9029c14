import { existsSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AppendTarget, openLineWriter, UNWRITTEN_BYTES_MAX } from './line-writer.ts'

type Fault = 'whole' | 'half' | 'refuse'

/** A disk in memory that does what the script says, then everything. */
const scriptedDisk = (writes: Fault[] = [], syncs: ('good' | 'refuse')[] = []) => {
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
    sync: async () => {
      disk.syncs += 1
      if (syncs.shift() === 'refuse') throw refusal('EIO')
      disk.syncedText = disk.text
    },
    close: async () => {
      disk.closed = true
    },
  }
  return { disk, writer: openLineWriter('/logs/a.jsonl', target) }
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
  test('rejects the sync by name, keeps the line, and writes it once there is room', async () => {
    const { disk, writer } = scriptedDisk(['half', 'refuse', 'refuse'])
    writer.push('abcdef\n')
    await expect(writer.sync()).rejects.toMatchObject({ name: 'DiskError', code: 'ENOSPC', path: '/logs/a.jsonl' })
    writer.push('next\n')
    await writer.sync()
    expect(disk.syncedText).toBe('abcdef\nnext\n')
  })

  test('a failed sync is never followed by a good one', async () => {
    const { writer } = scriptedDisk([], ['refuse'])
    writer.push('a\n')
    await expect(writer.sync()).rejects.toMatchObject({ code: 'EIO' })
    writer.push('b\n')
    await expect(writer.sync()).rejects.toMatchObject({ code: 'EIO' })
  })

  test('what waits for it is bounded', () => {
    const { writer } = scriptedDisk(['refuse', 'refuse'])
    writer.push('x'.repeat(UNWRITTEN_BYTES_MAX - 1))
    expect(() => writer.push('yz')).toThrow(/wait for the disk/)
  })

  test('closing says so too, and closes all the same', async () => {
    const { disk, writer } = scriptedDisk(['refuse', 'refuse'])
    writer.push('a\n')
    await expect(writer.close()).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(disk.closed).toBe(true)
  })

  test.skipIf(!existsSync('/dev/full'))('a real full disk is reported by name', async () => {
    const file = await open('/dev/full', 'a')
    const writer = openLineWriter('/dev/full', {
      write: (bytes) => writeSync(file.fd, bytes),
      sync: () => file.datasync(),
      close: () => file.close(),
    })
    writer.push('a\n')
    await expect(writer.sync()).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(writer.close()).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

test('whatever the disk refuses in between, the file is the lines in order and nothing else', async () => {
  const fault = fc.constantFrom<Fault>('whole', 'half', 'refuse')
  const step = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), fc.constant(null))
  await fc.assert(
    fc.asyncProperty(fc.array(fault), fc.array(step), async (faults, steps) => {
      const { disk, writer } = scriptedDisk([...faults])
      for (const text of steps) {
        if (text === null) await writer.sync().catch(() => {})
        else writer.push(`${text}\n`)
      }
      for (let tries = 0; tries <= faults.length; tries++) await writer.sync().catch(() => {})
      expect(disk.syncedText).toBe(steps.flatMap((text) => (text === null ? [] : [`${text}\n`])).join(''))
    }),
  )
})
