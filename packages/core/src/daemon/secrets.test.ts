/** Forty planted secrets through the real daemon: read, used, compacted, and looked for in every file it wrote. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { PLANTED, tracesOf } from '../engine/secrets/testing/planted-secrets.ts'
import { type BenchClient, calling, openDaemonBench, saying } from './testing/daemon-bench.ts'

type Step = { readonly client: BenchClient; readonly threadId: ThreadId; readonly nth: number }

const say = async ({ client, threadId, nth }: Step): Promise<void> => {
  await client.submit({ type: 'user_turn', items: [{ type: 'text', text: `Step ${nth}.` }] }, { threadId })
  await client.event('turn_complete', nth - 1)
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const leaks = (folders: readonly string[], planted: string): readonly string[] =>
  folders
    .flatMap(filesBelow)
    .filter((path) => !path.startsWith(planted))
    .flatMap((path) => {
      const text = readFileSync(path, 'latin1')
      return PLANTED.filter((secret) => tracesOf(secret).some((trace) => text.includes(trace))).map(
        ({ kind }) => `${kind} in ${path}`,
      )
    })

const readCall = (callId: string, path: string) =>
  sse(responses.done(responses.call(callId, 'read', JSON.stringify({ path }))), responses.completed())

const NEEDS_VALUE =
  'test "$(sed -n s/^OPENAI_API_KEY=//p planted/1.txt | head -1)" = "[secret:1]" && echo the same value'

test('SEC-08: none of 40 planted secrets of 10 kinds is in any file after a session that read, used and compacted them', {
  timeout: 60_000,
}, async () => {
  const bench = await openDaemonBench([
    readCall('c1', 'planted/1.txt'),
    ...[2, 3, 4, 5].map((number) => readCall(`c${number}`, `planted/${number}.txt`)),
    calling(
      'c6',
      'cat planted/*.txt; env; for n in 1 2 3 4 5 6 7 8 9; do cat planted/*.txt; done; seq 20000; cat planted/*.txt',
    ),
    calling('c7', NEEDS_VALUE),
    saying('I read the keys.'),
    saying('And I am done.'),
  ])
  try {
    const planted = join(bench.cwd, 'planted')
    mkdirSync(planted)
    for (const part of [0, 1, 2, 3, 4]) {
      const own = PLANTED.filter((_, index) => Math.floor(index / 8) === part)
      writeFileSync(join(planted, `${part + 1}.txt`), `${own.map(({ text }) => text).join('\n')}\n`)
    }
    const client = bench.client()
    const threadId = await bench.thread(client)
    await say({ client, threadId, nth: 1 })
    const used = client
      .logged()
      .flatMap(({ msg }) => (msg.type === 'exec_command_end' ? [msg] : []))
      .at(-1)
    expect(used).toMatchObject({ exit_code: 0, output: expect.stringContaining('the same value') })
    await client.submit({ type: 'compact', trigger: 'manual' }, { threadId })
    await client.event('context_compacted')
    await say({ client, threadId, nth: 2 })
    // The provider saw none of them either.
    const sent = JSON.stringify(bench.provider.sent)
    expect(PLANTED.filter((secret) => tracesOf(secret).some((trace) => sent.includes(trace)))).toEqual([])
    await bench.daemon.close()
    expect(PLANTED).toHaveLength(40)
    expect(leaks([bench.home, bench.cwd], planted)).toEqual([])
    // The check finds what is there.
    expect(leaks([planted], join(bench.home, 'nothing')).length).toBeGreaterThanOrEqual(40)
    const open = filesBelow(bench.home).filter((path) => (statSync(path).mode & 0o077) !== 0)
    expect(open).toEqual([])
  } finally {
    await bench.close()
  }
})
