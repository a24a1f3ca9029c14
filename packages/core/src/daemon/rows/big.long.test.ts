/** Rows of kind BIG that take many rounds or many megabytes, through the daemon with the row's own numbers. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer } from '../../adapters/model/testing/provider-server.ts'
import { speak } from '../../adapters/model/testing/speak.ts'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

const reading = (...ids: readonly string[]): Answer =>
  speak('responses', {
    calls: ids.map((id) => ({ id: `call_${id}`, name: 'read', json: JSON.stringify({ path: `${id}.txt` }) })),
  })

/** About 1,200 tokens that no other file has. */
const page = (id: string): string =>
  Array.from({ length: 100 }, (_, row) => `berth ${id}-${row} is moored at ring ${(row * 7919) % 1009}`).join('\n')

type InputItem = { readonly type?: string; readonly call_id?: string; readonly output?: string }

const itemsOf = (body: string | undefined): readonly InputItem[] => JSON.parse(body ?? '{"input":[]}').input

const resultOf = (body: string | undefined, id: string): string =>
  itemsOf(body).find(({ type, call_id }) => type === 'function_call_output' && call_id === `call_${id}`)?.output ?? ''

// The guard: a round of calls is cleared whole or not at all (compaction/micro/clearable.ts).
test('BIG-06: of five files read in one round none is cleared, and what was says how to get it back', {
  timeout: 60_000,
}, async () => {
  const [older, last] = [
    ['old1', 'old2', 'old3', 'old4', 'old5', 'old6'],
    ['new1', 'new2', 'new3', 'new4', 'new5'],
  ]
  let again = ''
  const row = await open({
    answers: [
      ...older.map((id) => reading(id)),
      reading(...last),
      saying('All read.'),
      (response, sent) => {
        // As a model would, it takes the id from what stands in place of the result.
        const id = /^\[(\S+): result of read cleared/.exec(resultOf(JSON.stringify(sent.body), 'old1'))?.[1] ?? 'none'
        again = id
        const call = { id: 'call_again', name: 'recall', json: JSON.stringify({ id }) }
        return speak('responses', { calls: [call] })(response, sent)
      },
      saying('Seen again.'),
    ],
    settings: { compact: { micro_compact_min_tokens_to_save: 100 } },
  })
  for (const id of [...older, ...last]) writeFileSync(join(row.bench.cwd, `${id}.txt`), page(id))
  await row.say('Read them all.')
  expect(await row.compact({ strategy: 'micro' })).toMatchObject({ type: 'context_compacted' })
  expect(await row.say('Go on.')).toMatchObject({ last_agent_message: 'Seen again.' })
  const [asked, seen] = row.bodies().slice(-2)
  for (const id of last) expect(resultOf(asked, id), id).toBe(page(id))
  for (const id of older) expect(resultOf(asked, id), id).toMatch(/^\[i\w+: result of read cleared, .* read it again/)
  expect(again).toMatch(/^i\w+$/)
  expect(resultOf(seen, 'again')).toContain(page('old1'))
})

/** What the view holds beside the context, in tokens, counted roughly and from above. */
const tokensOf = (items: readonly InputItem[]): number => Math.ceil(JSON.stringify(items).length / 3)

test('BIG-07: after one message and 200 rounds, with 2,000 tokens to keep, no more is kept than that and one round', {
  timeout: 120_000,
}, async () => {
  const rounds = Array.from({ length: 200 }, (_, n) => `quay${n}`)
  const row = await open({
    window: 2_000_000,
    answers: [...rounds.map((id) => reading(id)), saying('All read.'), saying('Yes.')],
  })
  for (const id of rounds) writeFileSync(join(row.bench.cwd, `${id}.txt`), page(id))
  await row.say('Read every quay, one by one.')
  const before = itemsOf(row.bodies().at(-1))
  expect(tokensOf(before)).toBeGreaterThan(234_000)
  const done = await row.compact({ strategy: 'extractive', budget: 2_000 })
  expect(done).toMatchObject({ type: 'context_compacted' })
  await row.say('Is it done?')
  // The initial context and the new question are no part of what was kept.
  const after = itemsOf(row.bodies().at(-1)).slice(1, -1)
  const round = tokensOf(before.slice(2, 4))
  expect(tokensOf(after)).toBeLessThanOrEqual(2_000 + round)
  expect(after.filter(({ type }) => type === 'function_call').length).toBeLessThanOrEqual(3)
})

const RESULTS = 300
const A_ROUND = 10
const BYTES = 2_000_000

// The guard: an output is cut before it becomes an item (run-tools.ts).
test('BIG-09: 300 results of 2 MB leave a log of bounded lines, and the session opens again', {
  timeout: 600_000,
}, async () => {
  const command = (letter: number): string =>
    `head -c ${BYTES} /dev/zero | tr '\\0' ${String.fromCharCode(97 + letter)}`
  const round = (): Answer => running(...Array.from({ length: A_ROUND }, (_, index) => command(index)))
  const row = await open({
    window: 8_000_000,
    answers: [...Array.from({ length: RESULTS / A_ROUND }, round), saying('Done.')],
  })
  await row.say('Go.')
  const { bench } = row
  const sessions = readdirSync(join(bench.home, 'sessions'), { recursive: true, withFileTypes: true })
  const logs = sessions.filter(({ name }) => name.endsWith('.jsonl'))
  const bytes = logs.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
  expect(row.told('exec_command_end')).toHaveLength(RESULTS)
  // 600 MB were said; of each the log has what the model is shown and what a screen is: measured, 225 kB together.
  expect(bytes).toHaveLength(1)
  expect(bytes[0]).toBeLessThan(RESULTS * 250_000)
  const [started] = row.client.logged()
  await bench.restart()
  const again = bench.client('again')
  expect(await again.submit({ type: 'thread_list' })).toMatchObject({ type: 'accepted' })
  if (started?.thread_id === undefined) throw new Error('no thread')
  const thread_id = started.thread_id
  expect(await again.submit({ type: 'thread_resume', thread_id })).toMatchObject({ type: 'accepted' })
})
