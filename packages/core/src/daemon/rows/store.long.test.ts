// STORE-01 through a real daemon, over a file that was really cut.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeRolloutLine, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { opensRows, type RowBench, running, saying } from '../testing/row-bench.ts'

const open = opensRows()
let row: RowBench

const logsIn = (home: string): readonly string[] =>
  readdirSync(join(home, 'sessions'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.jsonl'))
    .map(({ parentPath, name }) => join(parentPath, name))

/** A thread with a short turn and one that ran a command, its file, and the name that copies of it need. */
const sound = async () => {
  row = await open({ answers: [running('echo moored'), saying('It is moored.'), saying('Here.')] })
  await row.say('Moor it.')
  await row.compact({ strategy: 'extractive' })
  const [path = ''] = logsIn(row.bench.home)
  await row.bench.restart()
  const own = /th_\w+/.exec(path)?.[0] ?? ''
  const copy = (bytes: Buffer, id: string): string => {
    const file = path.replace(own, id)
    writeFileSync(file, bytes.toString('latin1').replaceAll(own, id), { encoding: 'latin1', mode: 0o600 })
    return file
  }
  return { own, whole: readFileSync(path), copy }
}

// The guard: the line behind a torn one begins on its own (adapters/store/line-writer.ts).
test('STORE-01: cut in the last line at every byte, resumed and gone on with, a log has lost nothing else, and says so once', {
  timeout: 240_000,
}, async () => {
  const { own, whole, copy } = await sound()
  const lines = whole.toString().trimEnd().split('\n')
  const start = whole.lastIndexOf('\n', whole.byteLength - 2) + 1
  const { type: _type, ...loan } = row.bench.startOp
  for (let cut = start + 1; cut <= whole.byteLength; cut += 1) {
    const thread_id = ThreadId.parse(`th_cut${cut}`)
    // No client follows so many threads.
    const client = row.bench.client('cutter')
    const file = copy(whole.subarray(0, cut), thread_id)
    expect(await client.submit({ type: 'thread_resume', thread_id, ...loan })).toMatchObject({ type: 'accepted' })
    const items = [{ type: 'text', text: 'Are you there?' }] as const
    await client.submit({ type: 'user_turn', items: [...items] }, { threadId: thread_id })
    const of = (type: string) =>
      client.logged().filter((event) => event.thread_id === thread_id && event.msg.type === type)
    await client.item(
      (item) =>
        item.type === 'event' &&
        item.thread_id === thread_id &&
        item.msg.type === 'turn_complete' &&
        of('turn_complete').length > 1,
    )
    const written = readFileSync(file, 'utf8').trimEnd().split('\n')
    const isWhole = cut >= whole.byteLength - 1
    // What was torn stands alone; with it or without, the rest is as strict as ever.
    const rest = isWhole ? written : written.toSpliced(lines.length - 1, 1)
    const told = of('warning').filter(({ msg }) => JSON.stringify(msg).includes('could not be read'))
    expect([cut, told.length]).toEqual([cut, isWhole ? 0 : 1])
    const read = rest.map((text) => {
      const line = decodeRolloutLine(text)
      if (!line.ok) throw new Error(`cut at ${cut}: ${line.error.reason}: ${text.slice(0, 80)}`)
      return line.value
    })
    expect(read.map(({ ordinal }) => ordinal)).toEqual(read.map((_, index) => index))
    const kept = isWhole ? lines.length : lines.length - 1
    expect(rest.slice(0, kept)).toEqual(lines.slice(0, kept).map((text) => text.replaceAll(own, thread_id)))
    expect(JSON.stringify(read)).toContain('Are you there?')
    client.close()
  }
})
