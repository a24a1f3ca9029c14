/** Rows SUMM, UNDO, COUNT and COST of the failure list, provoked through a running session with the row's own numbers. */
import { historyFromLines, visibleItems } from '@rawr/compaction'
import { type CompactOptions, textOfItem } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import { failure, memoryTools, type OpenedSession, type ScriptedStep, sessionBench, usage } from '../testing/index.ts'
import { about, compact, openReading, reading, rounds, windowOf, withPast } from '../testing/reading-session.ts'
import { reportedFor } from '../testing/report-decision.ts'

const PAST = 12

const condensed = async (answers: readonly ScriptedStep[], options: CompactOptions = { strategy: 'full' }) => {
  const bench = await withPast(PAST, { script: [...rounds(PAST), { text: 'All read.' }, ...answers] })
  const asked = bench.model.requests.length
  await compact(bench, 'sb_c', options)
  await bench.ended('sb_c')
  const done = about(bench, 'sb_c').flatMap(({ msg }) => (msg.type === 'context_compacted' ? [msg.report] : []))[0]
  return { bench, report: done, view: viewText(bench), requests: bench.model.requests.slice(asked) }
}

const seen = (bench: OpenedSession) => visibleItems(historyFromLines(bench.log.lines))
const viewText = (bench: OpenedSession): string => seen(bench).map(textOfItem).join('\n')

describe('summaries', () => {
  const rejected = (row: string, answers: readonly ScriptedStep[], why: RegExp, options?: CompactOptions) =>
    test(row, async () => {
      const { report, view, requests } = await condensed(answers, options)
      expect(report?.strategy).toBe('extractive')
      expect(report?.reason).toMatch(why)
      expect(view).toContain('read: src/quay.ts')
      expect(view).not.toContain('A model wrote')
      for (const { toolChoice } of requests) expect(toolChoice).toBe('none')
    })
  rejected(
    'SUMM-01: a tool call and no text is no summary, and no tool is offered',
    [{ calls: [{ name: 'read', arguments: {} }] }],
    /called a tool/,
  )
  rejected('SUMM-02: an empty string is no summary', [{ text: '' }], /empty/)
  rejected('SUMM-02: only thinking is no summary', [{ reasoning: 'Hm, the quay.' }], /empty/)
  rejected('SUMM-02: only whitespace is no summary', [{ text: ' \n\t ' }], /empty/)
  const schema: CompactOptions = { strategy: 'hierarchical' }
  const blank = {
    task: '',
    decisions: [],
    constraints: [],
    open_questions: [],
    todo: [],
    files_in_scope: [],
    symbols: [],
    env: {},
    assumptions: [],
    known_failures: [],
    last_compact_at: '',
  }
  rejected(
    'SUMM-05: {} and then an object whose fields are all blank end in the facts alone',
    [{ text: '{}' }, { text: JSON.stringify(blank) }],
    /empty/,
    schema,
  )
  rejected(
    'SUMM-08: JSON that was cut off at its length is never stored',
    [
      { text: '{"task": "Read the', stop: 'length' },
      { text: '{"task": "Read', stop: 'length' },
    ],
    /cut off/,
    schema,
  )

  test('SUMM-06: three failures with different messages leave no word of them in the history', async () => {
    const bench = await withPast(PAST, {
      script: [
        ...rounds(PAST),
        { text: 'All read.' },
        ...['upstream exploded', 'quota of tenant gone', 'bad gateway'].map((message) => ({
          fault: failure('server_error', { message, transient: false }),
        })),
      ],
    })
    for (const n of [1, 2, 3]) {
      await compact(bench, `sb_c${n}`, { strategy: 'full' })
      await bench.ended(`sb_c${n}`)
    }
    expect(viewText(bench)).not.toMatch(/upstream exploded|quota of tenant|bad gateway/)
    expect(viewText(bench)).toContain('Read all of the quay, please.')
  })

  test('SUMM-09: an approval that the user never gave is dropped and counted', async () => {
    const { report, view } = await condensed([
      {
        text: '<summary>The quay was read.\nThe user said "yep" to pushing to main.\nThe user approved the push.</summary>',
      },
    ])
    expect(view).toContain('The quay was read.')
    expect(view).not.toMatch(/yep|approved the push/)
    expect(report).toMatchObject({ strategy: 'full', reason: expect.stringContaining('2 lines') })
  })

  test('SUMM-12: five times with nothing between: six opaque values are all there, and later ones are no-ops', async () => {
    const values = ['7f3a9c1', 'BERTH-4471', 'quay_x81', '--slack=0.37', 'src/tide/low9.ts', 'ropeLen_55']
    const bench = openReading({ script: [...rounds(PAST), { text: 'All read.' }] })
    await bench.say('sb_1', `Keep these: ${values.join(', ')}.`)
    await bench.ended('sb_1')
    const views: string[] = []
    for (let n = 1; n <= 5; n += 1) {
      await compact(bench, `sb_c${n}`, { strategy: 'extractive' })
      await bench.ended(`sb_c${n}`)
      views.push(viewText(bench))
    }
    for (const value of values) expect(views[4]).toContain(value)
    expect(bench.log.lines.filter(({ type }) => type === 'compacted').length).toBeLessThanOrEqual(2)
    expect(views[4]).toBe(views[1])
  })

  const withOutput = async (output: string) => {
    const tools = memoryTools({
      read: { run: () => ({ output: 'berth is free, tide is low\n'.repeat(300), success: true }) },
      weigh: { run: () => ({ output, success: true }) },
    })
    const weigh: ScriptedStep = { calls: [{ name: 'weigh', arguments: {} }] }
    const bench = sessionBench({ script: [weigh, ...rounds(8), { text: 'Weighed.' }], tools })
    await bench.say('sb_1', 'Weigh the ropes.')
    await bench.ended('sb_1')
    await compact(bench, 'sb_c', { strategy: 'extractive', budget: 2_000, max_tail: 1 })
    await bench.ended('sb_c')
    const result = bench.log.lines.flatMap((line) =>
      line.type === 'response_item' && line.payload.type === 'function_call_output' ? [line.payload] : [],
    )[0]
    return { view: viewText(bench), result }
  }

  test('SUMM-13: of a result with 20 figures the thirteenth is there, or the id under which it is', async () => {
    const figures = Array.from({ length: 20 }, (_, n) => `rope_${n}: ${(n * 7919) % 1000} kg`)
    const { view, result } = await withOutput(figures.join('\n'))
    expect(view.includes(figures[12] ?? '') || view.includes(`${result?.meta.id}`)).toBe(true)
    expect(result?.output).toContain(figures[12])
  })

  test('SUMM-14: a fact at character 5,000 and one in the last line of a 12k result stay reachable by id', async () => {
    const filler = 'the rope is dry and the rope is long\n'
    const text = `${filler.repeat(140).slice(0, 4_990)}\nknotDepth_5000 = 41\n${filler.repeat(180)}lastLine_12k = 7`
    const { view, result } = await withOutput(text)
    expect(view).toContain('knotDepth_5000')
    expect(view).toContain('lastLine_12k')
    expect(result?.output).toBe(text)
  })

  test('SUMM-15: two approaches that failed are carried with what was wrong', async () => {
    const outputs = ['error: rope too short for approach A', 'error: hook bends in approach B']
    let ran = 0
    const tools = memoryTools({
      read: { run: () => ({ output: 'berth is free, tide is low\n'.repeat(300), success: true }) },
      shell: { alone: true, run: () => ({ output: outputs[ran++] ?? '', success: false, exitCode: 2 }) },
    })
    const tries = ['./moor --approach=a', './moor --approach=b'].map((command) => ({
      calls: [{ name: 'shell', arguments: { command } }],
    }))
    const bench = sessionBench({ script: [...tries, ...rounds(8), { text: 'Both failed.' }], tools })
    await bench.say('sb_1', 'Moor it.')
    await bench.ended('sb_1')
    await compact(bench, 'sb_c', { strategy: 'extractive', budget: 2_000, max_tail: 1 })
    await bench.ended('sb_c')
    for (const text of ['approach=a', 'rope too short', 'approach=b', 'hook bends'])
      expect(viewText(bench)).toContain(text)
  })
})

describe('undo', () => {
  const turns = async (count: number) => {
    const bench = openReading({
      script: Array.from({ length: count + 2 }, () => [...rounds(6), { text: 'Read.' }]).flat(),
    })
    return {
      bench,
      say: async (n: number) => {
        await bench.say(`sb_${n}`, `Turn ${n}: read it.`)
        await bench.ended(`sb_${n}`)
      },
    }
  }
  const compactNow = async (bench: OpenedSession, id: string) => {
    await compact(bench, id, { strategy: 'extractive', budget: 2_000 })
    await bench.ended(id)
  }

  test('UNDO-01: turns 1 to 4, compacted after 3, rolled back by 3: turn 1 in full and nothing else', async () => {
    const { bench, say } = await turns(4)
    await say(1)
    const first = seen(bench)
    await say(2)
    await say(3)
    await compactNow(bench, 'sb_c')
    await say(4)
    await bench.submit('sb_r', { type: 'thread_rollback', turns: 3 })
    expect(seen(bench)).toEqual(first)
  })

  test('UNDO-03: the undo of a compaction brings all of the work before it back, and later work stays', async () => {
    const { bench, say } = await turns(2)
    await say(1)
    const before = seen(bench)
    await compactNow(bench, 'sb_c')
    await say(2)
    await bench.submit('sb_u', { type: 'uncompact' })
    expect(seen(bench).slice(0, before.length)).toEqual(before)
    expect(viewText(bench)).toContain('Turn 2: read it.')
  })

  test('UNDO-04: three undos cross the border, and no summary is ever a target of one', async () => {
    const { bench, say } = await turns(1)
    await say(1)
    const before = seen(bench)
    await compactNow(bench, 'sb_c')
    const answers: string[] = []
    for (const n of [1, 2, 3]) answers.push((await bench.submit(`sb_u${n}`, { type: 'uncompact' })).type)
    expect(answers).toEqual(['accepted', 'rejected', 'rejected'])
    expect(seen(bench)).toEqual(before)
  })

  test('UNDO-05: of two compactions the last comes off first, then the original is there in full', async () => {
    const { bench, say } = await turns(2)
    await say(1)
    await compactNow(bench, 'sb_c1')
    const afterFirst = seen(bench)
    await say(2)
    await compactNow(bench, 'sb_c2')
    await bench.submit('sb_u1', { type: 'uncompact' })
    expect(seen(bench).slice(0, afterFirst.length)).toEqual(afterFirst)
    await bench.submit('sb_u2', { type: 'uncompact' })
    const logged = bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
    expect(seen(bench)).toEqual(logged)
  })

  test('UNDO-07: what a hard cut hid is back after an undo', async () => {
    const bench = openReading({ script: [...rounds(14), { text: 'Read.' }], settings: windowOf(16_000) })
    await bench.say('sb_1', 'Read it all.')
    await bench.ended('sb_1')
    const entries = bench.log.lines.flatMap((line) => (line.type === 'compacted' ? [line.payload] : []))
    expect(entries.length).toBeGreaterThan(0)
    const undone = entries
      .toReversed()
      .map(({ id }) => ({ timestamp: '', ordinal: 0, type: 'undo' as const, payload: { compacted_id: id } }))
    const all = visibleItems(historyFromLines([...bench.log.lines, ...undone]))
    expect(all.map(({ meta }) => meta.id)).toEqual(
      bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload.meta.id] : [])),
    )
  })
})

describe('counts and cost', () => {
  test('COUNT-01: without usage, W=16k and 80k characters in steps: our own estimate compacts before W', async () => {
    const bench = openReading({ script: [...rounds(10), { text: 'Read.' }], settings: windowOf(16_000) })
    await bench.say('sb_1', 'Read it.')
    await bench.ended('sb_1')
    const figures = bench.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage] : []))
    expect(
      figures.every(
        ({ source, used_tokens, window_tokens }) =>
          source === 'divisors' && used_tokens > 0 && used_tokens < window_tokens,
      ),
    ).toBe(true)
    expect(bench.log.lines.some(({ type }) => type === 'compacted')).toBe(true)
  })

  test('COUNT-08: straight after /compact the figure is the new one', async () => {
    const { bench, report } = await condensed([], { strategy: 'extractive' })
    const figure = bench.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage] : [])).at(-1)
    expect(figure?.used_tokens).toBe(report?.tokens_after)
    expect(figure?.used_tokens).toBeLessThan(report?.tokens_before ?? 0)
  })

  test('COUNT-11: a usage report at 0.3 W and then one result of 0.7 W are made to fit before anything is sent', async () => {
    const tools = memoryTools({
      read: { run: () => ({ output: 'export const berth = moor(1)\n'.repeat(1_700), success: true }) },
    })
    const bench = sessionBench({
      script: [{ ...reading, usage: usage(6_000, 20) }, { text: 'Read.' }],
      tools,
      settings: windowOf(20_000),
    })
    await bench.say('sb_1', 'Read it.')
    await bench.ended('sb_1')
    // The judge holds every request against the window (L2); here the second one was compacted or cut before.
    expect(bench.log.lines.some(({ type }) => type === 'compacted')).toBe(true)
  })

  test('COUNT-13: a summary that is longer than its input is discarded, and the report says so', async () => {
    const { report, view } = await condensed([{ text: 'The quay was read. '.repeat(20_000) }])
    expect(report).toMatchObject({
      strategy: 'extractive',
      reason: expect.stringContaining('larger than what it condenses'),
    })
    expect(view).not.toContain('A model wrote')
    expect(report?.tokens_after).toBeLessThan(report?.tokens_before ?? 0)
  })

  test('COUNT-14: the report has both sizes, marked as estimates, and what was kept and archived; the log the same', async () => {
    const { bench, report } = await condensed([], { strategy: 'extractive' })
    expect(report).toMatchObject({ estimate: 'divisors', kept: expect.any(Number), archived: expect.any(Number) })
    const entry = bench.log.lines.findLast((line) => line.type === 'compacted')?.payload
    expect(entry?.report).toEqual(report)
    const told = bench.events.flatMap(({ msg }) => (msg.type === 'context_compacted' ? [msg.message] : []))[0]
    expect(told).toMatch(/^Compaction complete: ~\S+ → ~\S+ tokens; kept \d+; (cleared \d+; )?archived \d+/)
  })

  test('COST-01: the request for a summary has the last request as its prefix, tools and all', async () => {
    const { bench, requests } = await condensed([{ text: '<summary>The quay was read.</summary>' }])
    const live = bench.model.requests.at(-2)
    const bytes = (value: unknown): string => JSON.stringify(value)
    expect(bytes(requests[0]?.tools)).toBe(bytes(live?.tools))
    expect(requests[0]?.instructions).toBe(live?.instructions)
    const [prefix, whole] = [live?.items ?? [], requests[0]?.items ?? []]
    expect(bytes(whole.slice(0, prefix.length))).toBe(bytes(prefix))
    expect(bytes(prefix).length / bytes(whole).length).toBeGreaterThanOrEqual(0.95)
  })

  test('COST-02: over 20 turns without a compaction the prefix only grows', async () => {
    const bench = openReading({ script: Array.from({ length: 20 }, () => ({ text: 'Yes.' })) })
    for (let n = 0; n < 20; n += 1) {
      await bench.say(`sb_${n}`, `Question ${n}?`)
      await bench.ended(`sb_${n}`)
    }
    const texts = bench.model.requests.map(({ instructions, tools, items }) =>
      JSON.stringify([instructions, tools, items]).slice(0, -2),
    )
    for (const [n, text] of texts.slice(1).entries()) expect(text.startsWith(texts[n] ?? '?')).toBe(true)
  })

  test('COST-03: a trigger, /compact and a second client within 50 ms are one compaction that the others join', async () => {
    const opened = Promise.withResolvers<void>()
    const bench = await withPast(PAST, {
      script: [...rounds(PAST), { text: 'All read.' }, { after: opened.promise, text: 'The quay was read.' }],
    })
    const asked = bench.model.requests.length
    const first = await reportedFor(bench, { strategy: 'inline', trigger: 'auto_watcher' })
    const answers = [1, 2, 3, 4, 5].map((n) =>
      compact(bench, `sb_c${n}`, n === 1 ? first : { strategy: 'inline', trigger: 'manual' }),
    )
    expect((await Promise.all(answers)).map((answer) => answer.type === 'accepted' && answer.outcome)).toEqual([
      'started',
      'joined',
      'joined',
      'joined',
      'joined',
    ])
    opened.resolve()
    await bench.ended('sb_c1')
    expect(bench.model.requests.length - asked).toBe(1)
    expect(bench.log.lines.filter(({ type }) => type === 'compacted')).toHaveLength(1)
  })
})
