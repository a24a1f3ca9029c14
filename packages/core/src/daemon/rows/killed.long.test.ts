// Failure row STRM-13: an error in the middle of a summary, then a daemon killed in the middle of one.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventMsg, SubmissionId } from '@rawr/protocol'
import { connectRawr, type LinkItem } from '@rawr/protocol/client'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Answer,
  responses,
  sse,
  sseThenSilence,
  startProvider,
} from '../../adapters/model/testing/provider-server.ts'
import { stopDaemon } from '../stop-daemon.ts'
import { running, saying, soon } from '../testing/row-bench.ts'
import { servedHome } from '../testing/served-home.ts'

const BROKEN = {
  type: 'response.failed',
  response: { status: 'failed', error: { code: 'server_error', message: 'It broke.' } },
}

type Watched = {
  readonly items: readonly LinkItem[]
  seen(is: (msg: EventMsg, id: string | null) => boolean): Promise<void>
}

const watch = (events: AsyncIterable<LinkItem>): Watched => {
  const items: LinkItem[] = []
  let look = (): void => {}
  const collect = async (): Promise<void> => {
    for await (const item of events) {
      items.push(item)
      look()
    }
  }
  void collect()
  return {
    items,
    seen: (is) =>
      new Promise((resolve) => {
        look = () => {
          if (items.some((item) => item.type === 'event' && is(item.msg, item.id))) resolve()
        }
        look()
      }),
  }
}

/** What an indicator of each compaction shows: begun, and how it ended. */
const storyOf = (items: readonly LinkItem[]): ReadonlyMap<string, readonly string[]> => {
  const stories = new Map<string, string[]>()
  const seen = new Set<number>()
  for (const item of items) {
    if (item.type !== 'event' || item.seq === undefined || seen.has(item.seq)) continue
    seen.add(item.seq)
    const { msg } = item
    if (msg.type !== 'compaction_started' && msg.type !== 'context_compacted' && msg.type !== 'compact_failed') continue
    const id = msg.compaction_id ?? 'none'
    stories.set(id, [...(stories.get(id) ?? []), msg.type])
  }
  return stories
}

test('STRM-13: after an error in a summary and a kill in the next, every client shows an end, and a new one shows one', {
  timeout: 120_000,
}, async () => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-killed-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const asked = Promise.withResolvers<void>()
  const hanging: Answer = (response, sent) => {
    asked.resolve()
    return sseThenSilence(responses.text('<sum'))(response, sent)
  }
  const work = ['seq 1 4000', 'seq 4000 8000', 'seq 8000 12000'].map((command) => running(command))
  const provider = await startProvider(
    ...[...work, saying('Counted.'), sse(responses.text('<summ'), BROKEN), ...work, saying('Counted on.'), hanging],
    saying('<summary>All were counted.</summary>'),
  )
  const { locate, pid } = servedHome(home)
  const client = connectRawr({ locate, client: { name: 'one', version: '0.1.0' }, failuresMax: 1_000 })
  onTestFinished(async () => {
    client.close()
    await stopDaemon(home)
    await provider.close()
    rmSync(base, { recursive: true, force: true })
  })
  const one = watch(client.events())
  const settings = {
    features: { rawr_auto_compaction: false },
    model: { name: 'alder', context_window: 100_000 },
    provider: { base_url: provider.url, wire_api: 'responses' as const, max_retries: 0 },
    sandbox: { mode: 'danger-full-access' as const },
    approvals: { policy: 'never' as const },
  }
  const env = { PATH: process.env.PATH ?? '' }
  const started = await client.submit({ type: 'thread_start', cwd, env, api_key: 'k', settings })
  if (started.type !== 'accepted' || started.thread_id === undefined) throw new Error('no thread')
  const threadId = started.thread_id
  const say = async (text: string): Promise<void> => {
    const id = SubmissionId.parse(`sb_${text.length}`)
    await client.submit({ type: 'user_turn', items: [{ type: 'text', text }] }, { threadId, id })
    await one.seen((msg, of) => msg.type === 'turn_complete' && of === id)
  }
  await say('Count.')
  await client.submit({ type: 'compact', strategy: 'full' }, { threadId })
  await one.seen(({ type }) => type === 'context_compacted')
  await say('Count on.')
  void client
    .submit({ type: 'compact', strategy: 'full' }, { threadId, id: SubmissionId.parse('sb_killed') })
    .catch(() => {})
  await asked.promise
  process.kill(pid(), 'SIGKILL')
  expect(await soon(one.seen(({ type }) => type === 'compact_failed'))).toBeUndefined()
  const other = connectRawr({ locate, client: { name: 'two', version: '0.1.0' }, follow: new Map([[threadId, 0]]) })
  onTestFinished(() => other.close())
  const two = watch(other.events())
  await two.seen(({ type }) => type === 'compact_failed')
  await client.submit({ type: 'thread_resume', thread_id: threadId, env, api_key: 'k', settings }, {})
  await client.submit({ type: 'compact', strategy: 'full' }, { threadId, id: SubmissionId.parse('sb_again') })
  await two.seen((msg) => msg.type === 'context_compacted' && msg.report.strategy === 'full')
  await one.seen((msg) => msg.type === 'context_compacted' && msg.report.strategy === 'full')
  for (const { items } of [one, two]) {
    expect([...storyOf(items).values()]).toEqual([
      ['compaction_started', 'context_compacted'],
      ['compaction_started', 'compact_failed'],
      ['compaction_started', 'context_compacted'],
    ])
  }
})
