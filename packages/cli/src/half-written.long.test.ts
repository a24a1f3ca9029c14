/** STORE-04 through the program: a disk that takes half of a write, and all of it the next time. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findDaemon } from '@rawr/core'
import { decodeRolloutLine, type Event, SubmissionId, ThreadId } from '@rawr/protocol'
import { connectRawr, type RawrClient } from '@rawr/protocol/client'
import { expect, inject, test } from 'vitest'
import { openDesk, serveModel } from './testing/run-rawr.ts'
import { startTalkingModel } from './testing/talking-model.ts'

/** Writes are cut here and there over the length of a turn in the log. */
const CUTS = 16

const logIn = (home: string): string => {
  const name = readdirSync(join(home, 'sessions'), { recursive: true }).find((path) => String(path).endsWith('.jsonl'))
  return join(home, 'sessions', String(name))
}

const connect = (home: string, thread: ThreadId): RawrClient => {
  const locate = async () => {
    const daemon = await findDaemon(home)
    if (daemon === null) throw new Error('no daemon')
    return { url: `ws://127.0.0.1:${daemon.port}`, token: daemon.token }
  }
  return connectRawr({ locate, client: { name: 'test', version: '0.1.0' }, follow: new Map([[thread, 0]]) })
}

/** Ids that stand more than once, and how often a text does: each event is there once. */
const doubles = (texts: readonly string[]): readonly string[] => texts.filter((text, at) => texts.indexOf(text) !== at)

// The guard: what the disk took of a refused line is taken back (adapters/store/line-writer.ts).
test.skipIf(!inject('available').includes('prlimit'))(
  'STORE-04: a write that ends half way and is tried again leaves one event, wherever in a turn it was cut [needs prlimit]',
  { timeout: 120_000 },
  async () => {
    const desk = openDesk()
    const model = await startTalkingModel({ answers: [] })
    serveModel(desk.home, { url: model.url, contextWindow: 200_000 })
    const thread = ThreadId.parse(/thread (\S+)/.exec((await desk.rawr('exec', 'Message a.')).err)?.[1])
    const log = logIn(desk.home)
    const { pid } = (await findDaemon(desk.home)) ?? { pid: 0 }
    /** The largest file that the daemon may write. */
    const limit = (bytes: number | 'unlimited'): void => {
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
    }
    const client = connect(desk.home, thread)
    const events = client.events()
    /** How the message went: its turn ended in the log, or what ran it failed. */
    const endOf = async (id: SubmissionId, isWanted: (event: Event) => boolean): Promise<Event> => {
      for (;;) {
        const { value: item } = await events.next()
        if (item === undefined) throw new Error('the link is gone')
        if (item.type === 'event' && (item.id === id || item.id === null) && isWanted(item)) return item
      }
    }
    const isEnd = ({ seq, msg }: Event): boolean =>
      seq !== undefined && (msg.type === 'turn_complete' || msg.type === 'turn_aborted')
    const isFailure = ({ msg }: Event): boolean => msg.type === 'error' && msg.code === 'session_failed'
    const say = async (id: SubmissionId) => {
      await client.submit({ type: 'thread_resume', thread_id: thread, cwd: desk.folder })
      return await client.submit(
        { type: 'user_turn', items: [{ type: 'text', text: `Message ${id}.` }] },
        { threadId: thread, id },
      )
    }
    try {
      const before = statSync(log).size
      const whole = SubmissionId.parse('sb_whole')
      await say(whole)
      await endOf(whole, isEnd)
      const turnBytes = statSync(log).size - before
      const refused: string[] = []
      for (let cut = 0; cut < CUTS; cut += 1) {
        const id = SubmissionId.parse(`sb_cut${cut}`)
        limit(statSync(log).size + 1 + Math.floor((cut * turnBytes) / CUTS))
        const answer = await say(id)
        const first =
          answer.type === 'accepted' ? (await endOf(id, (event) => isFailure(event) || isEnd(event))).msg : answer
        limit('unlimited')
        if (first.type !== 'turn_complete') refused.push(first.type)
        expect(await say(id), `cut ${cut}`).toMatchObject({ type: 'accepted' })
        if (first.type !== 'turn_complete') await endOf(id, isEnd)
      }
      expect(refused.length).toBeGreaterThan(CUTS / 2)
      expect(new Set(refused)).toEqual(new Set(['rejected', 'error']))
      await desk.rawr('daemon', 'stop')
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n').map(decodeRolloutLine)
      expect(lines.filter(({ ok }) => !ok)).toEqual([])
      const read = lines.flatMap((line) => (line.ok ? [line.value] : []))
      expect(read.map(({ ordinal }) => ordinal)).toEqual(read.map((_, at) => at))
      const seqs = read.flatMap((line) => (line.type === 'event_msg' ? [String(line.payload.seq)] : []))
      const items = read.flatMap((line) => (line.type === 'response_item' ? [line.payload.meta.id] : []))
      expect([doubles(seqs), doubles(items)]).toEqual([[], []])
      const { out } = await desk.rawr('export', thread, '--format', 'json')
      const texts: readonly string[] = JSON.parse(out).entries.map(({ text }: { text?: string }) => text ?? '')
      for (let cut = 0; cut < CUTS; cut += 1)
        expect(
          texts.filter((text) => text === `Message sb_cut${cut}.`),
          `cut ${cut}`,
        ).toHaveLength(1)
      expect((await desk.rawr('resume', thread, 'And now?')).code).toBe(0)
    } finally {
      client.close()
      model.close()
      await desk.clear()
    }
  },
)
