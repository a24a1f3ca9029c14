// What turns a path: the verdicts of a judgment, what one costs, a message in between, and what never starts by itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPathBench, type PathBench } from '../testing/path-bench.ts'
import { call, linesOf, message } from '../testing/path-model.ts'
import { pathNamed } from '../testing/paths.ts'

const SLOW = { timeout: 30_000 }

const asked = ({ model }: PathBench): readonly string[] =>
  model.requests.map((request) => linesOf(request)[0]?.split(',')[0] ?? '')
const compactions = ({ client }: PathBench): number =>
  client.events.filter(({ msg }) => msg.type === 'context_compacted').length
const lastInput = ({ model }: PathBench): string => JSON.stringify(model.requests.at(-1)?.input)

const YES = '{"should_compact": true, "reason": "A step ended."}'

const judged = async (verdict: () => string | Promise<string>, play: (bench: PathBench) => Promise<void>) => {
  const path = pathNamed('ux-a-judged-then-agent')
  const bench = await openPathBench({ answers: { ...path.answers, verdict }, settings: path.settings })
  await play(bench)
  const counted = { compactions: compactions(bench), asked: asked(bench) }
  const outcome = bench.client.events.flatMap(({ msg }) =>
    msg.type === 'rawr_auto_compaction_judgment_result' ? [msg.outcome] : [],
  )
  expect(await bench.close()).toEqual([])
  return { ...counted, outcome }
}

test('what a verdict cost counts in the total of the thread, and is told with the next figure', SLOW, async () => {
  const path = pathNamed('ux-a-vetoed')
  const verdictUsage = { input_tokens: 1_000, output_tokens: 20 }
  const bench = await openPathBench({ answers: { ...path.answers, verdictUsage }, settings: path.settings })
  await turn(bench)
  const totals = (): readonly number[] =>
    bench.client.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.total.total_tokens] : []))
  const results = bench.client.events.flatMap(({ msg }) =>
    msg.type === 'rawr_auto_compaction_judgment_result' ? [msg.usage?.total_tokens] : [],
  )
  expect([results, totals().at(-1)]).toEqual([[1_020], 0])
  await bench.client.say('Now its tests')
  await bench.client.settled()
  expect(totals().at(-1)).toBe(1_020)
  expect(await bench.close()).toEqual([])
})

const said = (words: string): readonly object[] => [message(words)]
const planCall = (): object =>
  call('update_plan', {
    plan: [
      { step: 'parser', status: 'completed' },
      { step: 'tests', status: 'pending' },
    ],
  })

const turn = async ({ client }: PathBench): Promise<void> => {
  await client.say('Add a parser')
  await client.settled()
}

test.each<[string, string, number, string]>([
  ['in a code fence is read', `\`\`\`json\n${YES}\n\`\`\``, 1, 'answered'],
  ['with words around it is read', `I think so: ${YES} That is all.`, 1, 'answered'],
  ['that says no vetoes', YES.replace('true', 'false'), 0, 'answered'],
  // In asap a judgment that fails does not hold anything up.
  ['that is no JSON fails, and asap goes on', 'Yes, do it.', 1, 'failed'],
  ['that lacks a field fails, and asap goes on', '{"should_compact": true}', 1, 'failed'],
])('a verdict %s', SLOW, async (_what, verdict, count, outcome) => {
  const played = await judged(() => verdict, turn)
  expect(played).toMatchObject({ compactions: count, outcome: [outcome] })
  expect(played.asked.filter((what) => what === 'asks for verdict')).toHaveLength(1)
})

test('during a judgment a message goes out at once, and the verdict that comes later is stale', SLOW, async () => {
  const isAsked = Promise.withResolvers<void>()
  const spoken = Promise.withResolvers<void>()
  let asked = 0
  // The turn of that message is judged too, and its verdict is no.
  const verdict = async (): Promise<string> => {
    asked += 1
    if (asked > 1) return YES.replace('true', 'false')
    isAsked.resolve()
    await spoken.promise
    return YES
  }
  const played = await judged(verdict, async (bench) => {
    await bench.client.say('Add a parser')
    await isAsked.promise
    const said = bench.client.say('Wait, the lexer first')
    await said
    spoken.resolve()
    await bench.client.settled()
    expect(bench.client.events.some(({ msg }) => msg.type === 'input_held')).toBe(false)
  })
  expect(played.compactions).toBe(0)
})

/** The log of the thread, line by line, and what the daemon told since. */
const logOf = (bench: PathBench): readonly string[] => {
  const sessions = join(bench.home, 'sessions')
  const file =
    readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jsonl')) ?? ''
  return readFileSync(join(sessions, file), 'utf8').split('\n').filter(Boolean)
}

test('a judgment leaves history and log items byte-equal, and tells no token_count', SLOW, async () => {
  let before: readonly string[] = []
  let counts = 0
  const path = pathNamed('ux-a-vetoed')
  const bench = await openPathBench({
    answers: {
      ...path.answers,
      verdict: () => {
        before = logOf(bench)
        counts = bench.client.events.filter(({ msg }) => msg.type === 'token_count').length
        return YES.replace('true', 'false')
      },
    },
    settings: path.settings,
  })
  await turn(bench)
  const after = logOf(bench)
  expect(after.slice(0, before.length)).toEqual(before)
  const added = after.slice(before.length).map((line) => JSON.parse(line))
  expect(
    added.map(({ type, payload }) => (type === 'event_msg' ? (payload.msg?.type ?? payload.type) : type)),
  ).not.toContain('response_item')
  expect(bench.client.events.filter(({ msg }) => msg.type === 'token_count')).toHaveLength(counts)
  expect(await bench.close()).toEqual([])
})

test(
  'LOOP-07: work that ended stays ended: no turn is started behind a compaction, also not where it ends with a question',
  SLOW,
  async () => {
    const path = pathNamed('3-agent-packet')
    for (const words of ['The parser is done.', 'The parser is done. Shall I write its tests?']) {
      const work = path.answers.work.map((answer, at) => (at === 1 ? said(words) : answer))
      const bench = await openPathBench({ answers: { work }, settings: path.settings })
      await turn(bench)
      await bench.client.settled()
      expect(compactions(bench)).toBe(1)
      expect(asked(bench)).toEqual(['asks for work', 'asks for work', 'asks for packet'])
      const kinds = bench.client.events.map(({ msg }) => (msg.type === 'turn_started' ? msg.origin : ''))
      expect(kinds).not.toContain('continuation')
      expect(bench.client.state()).toBe('idle')
      expect(await bench.close()).toEqual([])
    }
  },
)

test(
  'continue_after_compaction: with an open plan one turn goes on behind the handoff, and a question keeps it from that',
  SLOW,
  async () => {
    const path = pathNamed('3-agent-packet')
    const settings = {
      ...path.settings,
      rawr_auto_compaction: { ...path.settings.rawr_auto_compaction, continue_after_compaction: true },
    }
    for (const [words, goesOn] of [
      ['The parser is done.', true],
      ['The parser is done. Shall I write its tests?', false],
    ] as const) {
      const work = [[planCall(), ...(path.answers.work[0] ?? [])], said(words), said('The tests are written: done.')]
      const bench = await openPathBench({ answers: { work }, settings })
      await turn(bench)
      if (goesOn)
        await bench.client.until(({ msg }) => msg.type === 'agent_message' && msg.text.startsWith('The tests'))
      await bench.client.settled()
      expect(asked(bench)).toEqual([
        'asks for work',
        'asks for work',
        'asks for packet',
        ...(goesOn ? ['asks for work'] : []),
      ])
      const input = lastInput(bench)
      if (goesOn) expect(input.indexOf('<handoff>')).toBeLessThan(input.indexOf('the plan has open steps'))
      const typed = bench.client.events.filter(({ msg }) => msg.type === 'user_message' && msg.origin === 'user')
      expect(typed).toHaveLength(1)
      expect(await bench.close()).toEqual([])
    }
  },
)

test('Esc during the packet cancels the sequence, and what was typed meanwhile is sent', SLOW, async () => {
  const isAsked = Promise.withResolvers<void>()
  const path = pathNamed('3-agent-packet')
  const bench = await openPathBench({
    answers: {
      ...path.answers,
      onPacket: () => {
        isAsked.resolve()
        return new Promise(() => {})
      },
    },
    settings: path.settings,
  })
  await bench.client.say('Add a parser')
  await isAsked.promise
  const typed = bench.client.say('Now its tests')
  await bench.client.until(({ msg }) => msg.type === 'input_held')
  bench.client.cancel()
  expect((await typed).type).toBe('turn_complete')
  expect(compactions(bench)).toBe(0)
  expect(lastInput(bench)).toContain('Now its tests')
  expect(await bench.close()).toEqual([])
})

test('a shell escape takes nothing that was put off', SLOW, async () => {
  const path = pathNamed('4-preflight')
  const bench = await openPathBench(path)
  await turn(bench)
  expect(bench.client.state()).toBe('deferred')
  await bench.client.send({ type: 'run_user_shell_command', command: 'true' })
  await bench.client.until(({ msg }) => msg.type === 'exec_command_end' && msg.command.join(' ').endsWith('true'))
  await bench.client.settled()
  expect(bench.client.state()).toBe('deferred')
  expect(compactions(bench)).toBe(0)
  expect(await bench.close()).toEqual([])
})
