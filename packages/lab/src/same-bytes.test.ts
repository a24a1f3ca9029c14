// One session, the same bytes: however its file ends its lines, however often it is asked, and what was compacted once holds
// what it names when it is compacted again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadExactCount } from '@rawr/compaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFile } from './import-file.ts'
import { offlineCompact } from './offline-compact.ts'
import { keyTextsIn } from './probes/keys.ts'
import { summaryEvent } from './recall/event-of-text.ts'
import { seededRandom } from './recall/random.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rawr-same-'))
})
afterAll(() => rm(folder, { recursive: true }))

const BUDGET = 3_000
const SEEDS = [1, 2, 3, 4, 5, 6]

/** A session in Codex's form: questions, searches, edits, failures and answers, drawn by a seed. */
const sessionLines = (seed: number): readonly string[] => {
  const draw = seededRandom(String(seed))
  const below = (end: number): number => Math.floor(draw() * end)
  const line = (payload: object): string =>
    JSON.stringify({ timestamp: '2026-03-04T05:06:07Z', type: 'response_item', payload })
  const said = (role: string, text: string): string =>
    line({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] })
  const called = (id: string, command: string, output: string): readonly string[] => [
    line({ type: 'function_call', name: 'shell', arguments: JSON.stringify({ command }), call_id: id }),
    line({ type: 'function_call_output', call_id: id, output }),
  ]
  const round = (step: number): readonly string[] => {
    const quay = below(12)
    const rows = Array.from(
      { length: 20 + below(40) },
      (_, row) => `src/quay${quay}/berth${row}.ts:${row}: moor(rope_${below(400)}, tide${step})`,
    )
    return [
      ...(below(4) === 0 ? [said('user', `Moor berth ${step}.\nNever touch src/lock${below(9)}.ts.`)] : []),
      ...called(`s${step}`, `rg moor src/quay${quay}`, rows.join('\n')),
      ...called(`t${step}`, `make quay${quay}`, below(3) === 0 ? `error: rope_${below(400)} is too short` : 'ok\n'),
      said('assistant', `Berth ${step} needs rope_${below(400)} because the tide of quay${quay} is high.`),
    ]
  }
  const meta = JSON.stringify({
    timestamp: '2026-03-04T05:06:07Z',
    type: 'session_meta',
    payload: { cwd: '/home/ana' },
  })
  return [meta, said('user', 'Moor all of them.'), ...Array.from({ length: 40 }, (_, step) => round(step)).flat()]
}

const read = async (name: string, content: string) => {
  const path = join(folder, name)
  await writeFile(path, content)
  const session = await importFile(path)
  if (!session.ok) throw new Error(session.error.message)
  return session.value
}

const bytesOf = async (name: string, content: string): Promise<string> => {
  const compacted = offlineCompact({ session: await read(name, content), strategy: 'extractive', budget: BUDGET })
  if (!compacted.ok) throw new Error(compacted.error.message)
  return JSON.stringify(compacted.value)
}

describe.each(SEEDS)('session %d', (seed) => {
  const lines = sessionLines(seed)

  test('a CRLF and an LF copy of its file give equal bytes', async () => {
    const lf = await bytesOf(`${seed}-lf.jsonl`, `${lines.join('\n')}\n`)
    expect(await bytesOf(`${seed}-crlf.jsonl`, `${lines.join('\r\n')}\r\n`)).toBe(lf)
    expect(lf).toContain('rope_')
  })

  test('three runs give equal bytes', async () => {
    const runs = [1, 2, 3].map((run) => bytesOf(`${seed}-${run}.jsonl`, lines.join('\n')))
    expect(new Set(await Promise.all(runs)).size).toBe(1)
  })

  test('compact(compact(x)) without the log, at the same budget, keeps at least .99 of the keys of compact(x)', async () => {
    const count = await loadExactCount()
    const session = await read(`${seed}-twice.jsonl`, lines.join('\n'))
    const once = offlineCompact({ session, strategy: 'extractive', budget: BUDGET, count })
    if (!once.ok) throw new Error(once.error.message)
    const { item } = summaryEvent(once.value.text)
    const alone = {
      ...session,
      items: [item],
      lines: [{ timestamp: '', ordinal: 0, type: 'response_item', payload: item }],
    } as const
    const again = offlineCompact({ session: alone, strategy: 'extractive', budget: BUDGET, count })
    const text = again.ok ? again.value.text : ''
    const keys = new Set(keyTextsIn(once.value.text))
    const after = new Set(keyTextsIn(text))
    expect(keys.size).toBeGreaterThan(50)
    expect([...keys].filter((key) => after.has(key)).length / keys.size).toBeGreaterThanOrEqual(0.99)
  })
})
