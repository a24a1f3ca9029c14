/** Rows RULE and TASK of the failure list, provoked through a running session with the row's own numbers. */
import { type CompactOptions, type HistoryItem, textOfItem } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import { memoryTools, type OpenedSession, type ScriptedStep, sessionBench } from '../testing/index.ts'
import { compact, openReading, reading, rounds, windowOf } from '../testing/reading-session.ts'

const EXTRACTIVE = { strategy: 'extractive', budget: 3_000 } as const

const lastRequest = ({ model }: OpenedSession): readonly HistoryItem[] => model.requests.at(-1)?.items ?? []
const textsOf = (items: readonly HistoryItem[]): readonly string[] => items.map(textOfItem)

const said = async (bench: OpenedSession, id: string, text: string): Promise<void> => {
  await bench.say(id, text)
  await bench.ended(id)
}

const compacted = async (bench: OpenedSession, id: string, options: CompactOptions = {}) => {
  await compact(bench, id, { ...EXTRACTIVE, ...options })
  await bench.ended(id)
}

/** Each message of the user reads so much that there is something to compact. */
const chatty = (messages: number): readonly ScriptedStep[] =>
  Array.from({ length: messages }, () => [...rounds(6), { text: 'Read.' }]).flat()

const instructed = (text: string, messages: number) =>
  openReading({
    script: chatty(messages),
    readContext: async () => ({
      instructions: [{ path: '/home/ada/harbour/AGENTS.md', text }],
      shell: 'bash',
      date: '2026-03-14',
      warnings: [],
    }),
  })

describe('rules', () => {
  test('RULE-01: after 3 compactions the instruction file is byte-identical and once in every request', async () => {
    const rules = Array.from({ length: 5 }, (_, n) => `- Rule ${n}: answer in exactly ${n + 3} words.  `).join('\n')
    const bench = instructed(rules, 4)
    for (const n of [1, 2, 3]) {
      await said(bench, `sb_${n}`, `Read quay ${n}.`)
      await compacted(bench, `sb_c${n}`)
    }
    await said(bench, 'sb_4', 'Read quay 4.')
    expect(bench.log.lines.filter(({ type }) => type === 'compacted')).toHaveLength(3)
    for (const { items } of bench.model.requests) expect(textsOf(items).join('\n').split(rules)).toHaveLength(2)
  })

  test('RULE-02: two standing orders given in turn 2 are there in the words of the user after 2 compactions', async () => {
    const bench = openReading({ script: chatty(5) })
    const orders = 'Never stop to ask me. Always end with the block STATUS: ok|failed.'
    for (const [n, text] of ['Read quay 1.', orders, 'Read quay 3.', 'Read quay 4.'].entries()) {
      await said(bench, `sb_${n}`, text)
      if (n > 1) await compacted(bench, `sb_c${n}`)
    }
    await said(bench, 'sb_5', 'Go on.')
    expect(textsOf(lastRequest(bench)).filter((text) => text.endsWith(orders))).toHaveLength(1)
  })

  test('RULE-03: prompt, tools, model and permissions are the same before and after', async () => {
    const bench = openReading({ script: chatty(2) })
    await said(bench, 'sb_1', 'Read quay 1.')
    await compacted(bench, 'sb_c')
    await said(bench, 'sb_2', 'Read quay 2.')
    const [first] = bench.model.requests
    const last = bench.model.requests.at(-1)
    for (const key of ['instructions', 'tools', 'model', 'toolChoice', 'cacheKey'] as const)
      expect(last?.[key]).toEqual(first?.[key])
  })

  test('RULE-05: a first message of 2,000 tokens that a command expanded to stays verbatim through 2 compactions', async () => {
    const steps = Array.from(
      { length: 100 },
      (_, n) => `${n}. Check berth ${n} for frayed ropes and write down its number twice.`,
    )
    const expanded = `Do the weekly round.\n${steps.join('\n')}`
    const bench = openReading({ script: chatty(4) })
    await said(bench, 'sb_1', expanded)
    for (const n of [2, 3]) {
      await compact(bench, `sb_c${n}`, { strategy: 'extractive' })
      await bench.ended(`sb_c${n}`)
      await said(bench, `sb_${n}`, `Read quay ${n}.`)
    }
    expect(textsOf(lastRequest(bench)).some((text) => text.endsWith(expanded))).toBe(true)
  })

  test('RULE-06: a pinned message and a pinned result are verbatim, in order and once after compact, resume, compact', async () => {
    const bench = openReading({ script: chatty(2) })
    await said(bench, 'sb_1', 'Read quay 1, the one with the red lamp.')
    await said(bench, 'sb_2', 'Read quay 2.')
    const items = bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
    const message = items.find((item) => textOfItem(item).includes('red lamp'))
    const result = items.find(({ type }) => type === 'function_call_output')
    if (message === undefined || result === undefined) throw new Error('nothing to pin')
    for (const [n, { meta }] of [message, result].entries())
      await bench.submit(`sb_p${n}`, { type: 'pin', target: { kind: 'item', first: meta.id } })
    await compacted(bench, 'sb_c1')
    await bench.session.close('unload')
    const again = openReading({
      script: chatty(3),
      lines: [...bench.log.lines],
      unjudged: 'the source of ids begins again',
    })
    for (const n of [3, 4]) {
      await said(again, `sb_${n}`, `Read quay ${n}.`)
      const texts = textsOf(lastRequest(again))
      const places = [message, result].map((item) => texts.findIndex((text) => text.endsWith(textOfItem(item))))
      expect(places[0]).toBeGreaterThan(-1)
      expect(places[1]).toBeGreaterThan(places[0] ?? 0)
      expect(texts.filter((text) => text.endsWith(textOfItem(result)))).toHaveLength(1)
      if (n === 3) await compacted(again, 'sb_c2')
    }
  })

  test('RULE-07: the output contract of the first message is verbatim in the last request after 2 compactions', async () => {
    const contract =
      'Answer with JSON and nothing else: {"berths": [{"id": number, "free": boolean}], "checked_at": string}'
    const bench = openReading({ script: chatty(4) })
    await said(bench, 'sb_1', contract)
    for (const n of [2, 3]) {
      await said(bench, `sb_${n}`, `Read quay ${n}.`)
      await compacted(bench, `sb_c${n}`)
    }
    await said(bench, 'sb_4', 'Give me the final result.')
    expect(textsOf(lastRequest(bench)).some((text) => text.endsWith(contract))).toBe(true)
  })

  test('RULE-10: sections of the instruction file survive whatever they are called', async () => {
    const rules =
      '# Safety\nNo open flames.\n# House rules\nWhisper.\n# Правила причала\nНе курить.\n# 港の規則\n静かに。'
    const bench = instructed(rules, 2)
    await said(bench, 'sb_1', 'Read quay 1.')
    await compacted(bench, 'sb_c')
    await said(bench, 'sb_2', 'Go on.')
    expect(textsOf(lastRequest(bench)).join('\n')).toContain(rules)
  })
})

const plan = (done: number, count: number) => ({
  plan: Array.from({ length: count }, (_, n) => ({
    step: `Step ${n + 1}: moor berth ${n + 1}`,
    status: n < done ? 'completed' : n === done ? 'in_progress' : 'pending',
  })),
})

const planning = (done: number, count: number): ScriptedStep => ({
  calls: [{ name: 'update_plan', arguments: plan(done, count) }],
})

const planTools = () =>
  memoryTools({
    update_plan: { run: () => ({ output: 'Plan updated.', success: true }) },
    read: { run: () => ({ output: 'berth is free\n'.repeat(400), success: true }) },
    shell: { alone: true, run: () => ({ output: 'moored\n'.repeat(300), success: true, exitCode: 0 }) },
  })

describe('tasks', () => {
  test('TASK-01: mid-turn the live request is message 9 and the last words of the user; earlier ones are marked', async () => {
    const first = 'Run the skill deploy-docks now.'
    const script = [...Array.from({ length: 8 }, () => ({ text: 'Done.' })), ...rounds(4), { text: 'Nine is done.' }]
    const bench = openReading({ script, settings: windowOf(16_000) })
    for (let n = 1; n <= 8; n += 1) await said(bench, `sb_${n}`, n === 1 ? first : `Message ${n}.`)
    await said(bench, 'sb_9', 'Message 9, the live one.')
    expect(bench.log.lines.filter(({ type }) => type === 'compacted').length).toBeGreaterThan(0)
    const users = lastRequest(bench).filter(({ meta }) => meta.origin === 'user')
    expect(textOfItem(users.at(-1) as HistoryItem)).toBe('Message 9, the live one.')
    for (const item of users.slice(0, -1)) expect(textOfItem(item)).toMatch(/^\[i[0-9a-z]+, handled\]\n/)
  })

  test('TASK-03: a reply that comes while a compaction runs is answered behind it, once', async () => {
    const opened = Promise.withResolvers<void>()
    const script = [
      ...rounds(6),
      { text: 'Which quay do you mean?' },
      { after: opened.promise, text: 'Told.' },
      { text: 'Quay 2, then.' },
    ]
    const bench = openReading({ script })
    await said(bench, 'sb_1', 'Moor it.')
    const before = bench.model.requests.length
    await compact(bench, 'sb_c', { strategy: 'inline' })
    while (bench.model.requests.length === before) await Promise.resolve()
    await bench.say('sb_2', 'The second one.')
    opened.resolve()
    await bench.ended('sb_2')
    const answered = bench.model.requests.slice(before + 1)
    expect(answered).toHaveLength(1)
    expect(textsOf(answered[0]?.items ?? []).filter((text) => text === 'The second one.')).toHaveLength(1)
    expect(textsOf(answered[0]?.items ?? []).join('\n')).toContain('Which quay do you mean?')
  })

  test('TASK-04: a plan of 5 items of which 2 are done is the same 5 items with the same marks', async () => {
    const bench = sessionBench({
      script: [planning(2, 5), ...rounds(8), { text: 'So far.' }, { text: 'Yes.' }],
      tools: planTools(),
    })
    await said(bench, 'sb_1', 'Moor five berths.')
    await compacted(bench, 'sb_c', { max_tail: 1 })
    await said(bench, 'sb_2', 'Go on.')
    const text = textsOf(lastRequest(bench)).join('\n')
    const marks = ['[x]', '[x]', '[>]', '[ ]', '[ ]']
    for (const [n, mark] of marks.entries()) expect(text).toContain(`${mark} Step ${n + 1}: moor berth ${n + 1}`)
  })

  test('TASK-05: of a checklist of 20 steps with a compaction every 4 rounds each request shows the right step', async () => {
    const script = Array.from({ length: 20 }, (_, n) => [
      planning(n, 20),
      reading,
      { text: `Step ${n} is done.` },
    ]).flat()
    const bench = sessionBench({ script, tools: planTools() })
    for (let n = 0; n < 20; n += 1) {
      await said(bench, `sb_${n}`, 'Next step.')
      if (n % 4 !== 3) continue
      await compacted(bench, `sb_c${n}`, { max_tail: 0, budget: 2_500 })
      const view = bench.log.lines.findLast((line) => line.type === 'compacted')?.payload.message ?? ''
      expect(view).toContain(`[>] Step ${n + 1}: moor berth ${n + 1}`)
      expect(view).not.toContain(`[>] Step ${n}: `)
      expect(view.match(/\[x\]/g)).toHaveLength(n)
    }
  })

  test('TASK-06: the last commands are carried as they were run', async () => {
    const command = 'cd packages/quay && make moor BERTH=7 --jobs=2'
    const run: ScriptedStep = { calls: [{ name: 'shell', arguments: { command } }] }
    const bench = sessionBench({ script: [run, ...rounds(8), { text: 'Moored.' }], tools: planTools() })
    await said(bench, 'sb_1', 'Moor berth 7.')
    await compacted(bench, 'sb_c', { max_tail: 1 })
    const view = bench.log.lines.findLast((line) => line.type === 'compacted')?.payload.message ?? ''
    expect(view).toContain('make moor BERTH=7 --jobs=2')
    expect(view).toContain('packages/quay')
  })

  test('TASK-09: /compact during a tool loop waits for the next cut, and the turn goes on by itself', async () => {
    const opened = Promise.withResolvers<void>()
    const script = [...rounds(6), { ...reading, after: opened.promise }, reading, { text: 'All read.' }]
    const bench = openReading({ script })
    await bench.say('sb_1', 'Read the quay.')
    while (bench.model.requests.length < 7) await Promise.resolve()
    expect(await compact(bench, 'sb_c', EXTRACTIVE)).toMatchObject({ outcome: 'queued' })
    opened.resolve()
    expect((await bench.ended('sb_1')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
    expect(bench.log.lines.filter(({ type }) => type === 'compacted')).toHaveLength(1)
  })

  test('TASK-10: after a compaction the first edit needs fewer reads than a cold start, and none of what is known', async () => {
    const FILES = 28
    const berth = (n: number): string => `export const berthOfQuay${n} = moorAt(${n * 31}, 'rope-${n}')`
    const known = (n: number): RegExp => new RegExp(`berthOfQuay${n} = moorAt`)
    const tools = () =>
      memoryTools({
        read: {
          run: (args) => {
            const n = Number(/quay-(\d+)/.exec(JSON.stringify(args))?.[1] ?? 0)
            return {
              output: [berth(n), ...Array(150).fill('// nothing of interest here, only the tide')].join('\n'),
              success: true,
            }
          },
        },
        apply_patch: { run: () => ({ output: 'Done.', success: true }) },
      })
    /** Reads what the task needs and the request does not tell, then edits, then stops. */
    const explorer =
      (log: string[], wanted: readonly number[]): ScriptedStep =>
      ({ items }) => {
        const text = textsOf(items).join('\n')
        const missing = wanted.find((n) => !known(n).test(text))
        if (missing !== undefined) {
          log.push(`read ${missing}`)
          return { calls: [{ name: 'read', arguments: { path: `src/quay-${missing}.ts` } }] }
        }
        log.push('edit')
        return { text: 'Edited.' }
      }
    const all = Array.from({ length: FILES }, (_, n) => n + 1)
    const steps = (log: string[], wanted: readonly number[]) =>
      Array.from({ length: FILES + 2 }, () => explorer(log, wanted))
    const cold: string[] = []
    const fresh = sessionBench({ script: steps(cold, all), tools: tools() })
    await said(fresh, 'sb_1', 'Give every berth a number, in one edit.')
    const warm: string[] = []
    const before: string[] = []
    const script = [...steps(before, all).slice(0, FILES + 1), ...steps(warm, all)]
    const bench = sessionBench({ script, tools: tools() })
    await said(bench, 'sb_1', 'Look at every quay before we begin.')
    await compacted(bench, 'sb_c', { max_tail: 0, budget: 4_000 })
    await said(bench, 'sb_2', 'Give every berth a number, in one edit.')
    expect(cold).toEqual([...all.map((n) => `read ${n}`), 'edit'])
    expect(warm.at(-1)).toBe('edit')
    expect(warm.length).toBeLessThanOrEqual(cold.length / 2)
  })
})
