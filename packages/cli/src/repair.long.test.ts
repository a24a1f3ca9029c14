/** `rawr repair` on two hundred damaged logs: of each the readable rest loads, goes on, and the file as it was stays. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openThreadStore } from '@rawr/core'
import { decodeRolloutLine, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { entriesOf } from './export/entries.ts'
import { repair } from './repair.ts'
import { compactNow } from './testing/compact-now.ts'
import { openDesk, recordModel } from './testing/run-rawr.ts'

const LOGS = 200

type Hurt = { readonly kind: string; readonly at: number; readonly length: number; readonly bytes: Uint8Array }

/** What crashes, disks and editors do to a file, at the level of bytes. */
const hurt = (log: Buffer, { kind, at, length, bytes }: Hurt): Buffer => {
  const start = Math.floor(at * log.byteLength)
  const end = Math.min(log.byteLength, start + length)
  const [before, inside, behind] = [log.subarray(0, start), log.subarray(start, end), log.subarray(end)]
  switch (kind) {
    case 'cut':
      return before
    case 'zeros':
      return Buffer.concat([before, Buffer.alloc(end - start), behind])
    case 'noise':
      return Buffer.concat([before, bytes, behind.subarray(bytes.byteLength)])
    case 'hole':
      return Buffer.concat([before, behind])
    case 'twice':
      return Buffer.concat([before, inside, inside, behind])
    case 'foreign':
      return Buffer.concat([before, Buffer.from('\n{"not":"ours"}\nplain text\n'), inside, behind])
    case 'headless':
      return behind
    case 'edited':
      return Buffer.from(`\uFEFF${log.toString('utf8').replaceAll('\n', '\r\n')}`)
    default:
      throw new Error(kind)
  }
}

const KINDS = ['cut', 'zeros', 'noise', 'hole', 'twice', 'foreign', 'headless', 'edited']

/** One to three, the same for the same log in every run. */
const woundsOf = (log: number): readonly Hurt[] => {
  const drawn = (wound: number): Hurt => {
    const bytes = createHash('sha256').update(`log ${log}, wound ${wound}`).digest()
    return {
      kind: KINDS[bytes.readUInt8(0) % KINDS.length] ?? '',
      at: bytes.readUInt32BE(1) / 2 ** 32,
      length: 1 + (bytes.readUInt16BE(5) % 6_000),
      bytes: bytes.subarray(8, 9 + (bytes.readUInt8(7) % 24)),
    }
  }
  return Array.from({ length: 1 + (log % 3) }, (_, wound) => drawn(wound))
}

/** Ids of the items on lines that can be read. */
const readableItems = (log: Buffer): ReadonlySet<string> =>
  new Set(
    log
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap((text) => {
        const line = decodeRolloutLine(text)
        return line.ok && line.value.type === 'response_item' ? [line.value.payload.meta.id] : []
      }),
  )

const logsIn = (home: string): readonly string[] =>
  readdirSync(join(home, 'sessions'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(home, 'sessions', name))

test('rawr repair makes 200 damaged logs load again, loses no line that can be read, and keeps what was there', {
  timeout: 300_000,
}, async () => {
  const { rawr, home, folder, clear } = openDesk()
  try {
    recordModel(home, [
      { say: 'I will look.', run: ['seq 1000', 'seq 1000 2000', 'seq 2000 3000'] },
      { say: 'It is read.' },
      { say: 'And on.', run: ['echo moored'] },
      { say: 'Done.' },
    ])
    const thread = ThreadId.parse(/thread (\S+)/.exec((await rawr('exec', 'Look at it.')).err)?.[1])
    expect(await compactNow(home, thread)).toBe('context_compacted')
    expect((await rawr('resume', thread, 'Go on.')).code).toBe(0)
    await rawr('daemon', 'stop')
    const [path = ''] = logsIn(home)
    const sound = readFileSync(path)
    const ward = join(folder, 'ward')
    mkdirSync(ward)
    const said: string[] = []
    const at = {
      cwd: folder,
      env: { RAWR_HOME: ward },
      print: (line: string) => said.push(line),
      complain: () => {},
      readInput: async () => '',
    }
    const counts = { repaired: 0, sound: 0 }
    for (let index = 0; index < LOGS; index += 1) {
      const id = ThreadId.parse(`th_hurt${index}`)
      const file = path.replace(home, ward).replace(thread, id)
      mkdirSync(dirname(file), { recursive: true })
      const broken = woundsOf(index).reduce(
        hurt,
        Buffer.from(sound.toString('latin1').replaceAll(thread, id), 'latin1'),
      )
      writeFileSync(file, broken)
      const whole = readableItems(broken)
      expect(await runCommand(repair, [id], at), `log ${index}`).toBe(0)
      const isRepaired = said.at(-1)?.startsWith('repaired:') === true
      counts[isRepaired ? 'repaired' : 'sound'] += 1
      const kept = /the file as it was: (.*)$/.exec(said.at(-1) ?? '')?.[1]
      if (kept !== undefined) expect(readFileSync(kept).equals(broken), `log ${index}`).toBe(true)
      const opened = await openThreadStore({ home: ward, clock: { now: Date.now } }).open(id)
      if (!opened.ok) throw new Error(`log ${index}: ${opened.error.message}`)
      await opened.value.log.close()
      expect(opened.value.skipped, `log ${index}`).toEqual([])
      const { lines } = opened.value
      expect(lines[0], `log ${index}`).toMatchObject({ type: 'session_meta', payload: { id } })
      const items = lines.flatMap((line) => (line.type === 'response_item' ? [line.payload.meta.id] : []))
      expect(new Set<string>(items), `log ${index}`).toEqual(whole)
      expect(
        entriesOf(lines).filter(({ kind }) => kind === 'item'),
        `log ${index}`,
      ).toHaveLength(items.length)
      expect(await runCommand(repair, [id], at)).toBe(0)
      expect(said.at(-1), `log ${index}`).toContain('nothing to repair')
    }
    expect(counts.repaired).toBeGreaterThan(LOGS * 0.8)
    // And one of them goes on.
    copyFileSync(
      logsIn(ward).find((name) => name.includes('th_hurt7-') || name.endsWith('th_hurt7.jsonl')) ?? '',
      path.replace(thread, 'th_hurt7'),
    )
    expect((await rawr('resume', 'th_hurt7', 'Are you there?')).code).toBe(0)
  } finally {
    await clear()
  }
})
