import { ClientId, type Op, RequestId } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import { failure, memoryIds, type OpenedSession, type ScriptedStep, sessionBench, usage } from '../testing/index.ts'

const judgment = (id: string, more: Partial<Extract<Op, { type: 'rawr_auto_compaction_judgment' }>> = {}): Op => ({
  type: 'rawr_auto_compaction_judgment',
  request_id: RequestId.parse(id),
  tier: 'ready',
  percent_remaining: 71,
  boundaries_present: ['commit', 'concluding_thought'],
  last_agent_message: 'All in.',
  decision_prompt_path: 'judgment.md',
  ...more,
})

const results = (bench: OpenedSession) =>
  bench.events.flatMap(({ msg }) => (msg.type === 'rawr_auto_compaction_judgment_result' ? [msg] : []))

const answered = async (step: ScriptedStep) => {
  const bench = sessionBench({ script: [{ text: 'Done.', usage: usage(500, 5) }, step] })
  await bench.say('sb_a', 'Add a parser')
  await bench.ended('sb_a')
  const before = bench.log.lines.length
  expect(await bench.submit('sb_j', judgment('rq_j'))).toMatchObject({ type: 'accepted', outcome: 'started' })
  await bench.until(({ msg }) => msg.type === 'rawr_auto_compaction_judgment_result')
  return { bench, result: results(bench)[0], before }
}

const YES = '{"should_compact": true, "reason": "The parser is in."}'

describe('a judgment', () => {
  test('approves or vetoes, and names its reason and its request', async () => {
    const yes = await answered({ text: YES })
    expect(yes.result).toMatchObject({ request_id: 'rq_j', outcome: 'answered', should_compact: true })
    expect(yes.result?.reason).toBe('The parser is in.')
    const no = await answered({ text: YES.replace('true', 'false') })
    expect(no.result).toMatchObject({ outcome: 'answered', should_compact: false })
  })

  test('is read from a code fence', async () => {
    const { result } = await answered({ text: `\`\`\`json\n${YES}\n\`\`\`` })
    expect(result).toMatchObject({ outcome: 'answered', should_compact: true })
  })

  test.each<[string, ScriptedStep, string]>([
    ['bad JSON', { text: 'Yes, do it.' }, 'the answer holds no JSON object'],
    ['an error', { fault: failure('server_error') }, 'scripted server_error'],
    ['an answer cut off', { text: YES, stop: 'length' }, 'the answer was cut off (length)'],
  ])('fails on %s', async (_what, step, reason) => {
    const { result } = await answered(step)
    expect(result).toMatchObject({ outcome: 'failed', should_compact: false, reason })
  })

  test('fails after 20 seconds', async () => {
    const bench = sessionBench({ script: [{ hangAfter: '{' }] })
    await bench.submit('sb_j', judgment('rq_j'))
    await bench.until(() => true)
    bench.clock.advance(20_000)
    await bench.until(({ msg }) => msg.type === 'rawr_auto_compaction_judgment_result')
    expect(results(bench)).toMatchObject([{ outcome: 'failed', reason: 'no answer came within 20 s' }])
  })

  test('leaves history and items byte-equal and no token_count, and its usage counts in the total', async () => {
    const { bench, before } = await answered({ text: YES, usage: usage(1_000, 20) })
    const added = bench.log.lines.slice(before)
    expect(added.map((line) => (line.type === 'event_msg' ? line.payload.msg.type : line.type))).toEqual([
      'rawr_auto_compaction_judgment_result',
    ])
    const gauge = (events: OpenedSession['events']) =>
      events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg] : [])).at(-1)
    const reopened = sessionBench({
      lines: bench.log.lines,
      ids: memoryIds('b'),
      script: [{ text: 'Again.', usage: usage(600, 6) }],
    })
    await reopened.say('sb_b', 'And now?')
    await reopened.ended('sb_b')
    expect(gauge(bench.events)?.total.total_tokens).toBe(505)
    expect(gauge(reopened.events)?.total.total_tokens).toBe(505 + 1_020 + 606)
  })

  test('asks with the schema, without tools, about the last messages and nothing of the program', async () => {
    const { bench } = await answered({ text: YES })
    const request = bench.model.requests.at(-1)
    expect(request).toMatchObject({ tools: [], toolChoice: 'none', outputSchema: { name: 'compaction_judgment' } })
    expect(JSON.stringify(request?.items)).toContain('user: Add a parser')
    expect(JSON.stringify(request?.items)).toContain('concluding_thought')
  })

  test('is asked by the driver alone, one at a time, never in emergency, and of a bare file name', async () => {
    const bench = sessionBench({ script: [{ hangAfter: '' }] })
    const refused = { type: 'rejected' }
    const viewer = ClientId.parse('cl_viewer')
    expect(await bench.submit('sb_1', judgment('r1'), viewer)).toMatchObject({ ...refused, code: 'not_driver' })
    for (const decision_prompt_path of ['../x.md', '/etc/passwd', 'a/b.md', '..'])
      expect(await bench.submit(`sb_${decision_prompt_path}`, judgment('r2', { decision_prompt_path }))).toMatchObject({
        ...refused,
        code: 'invalid',
      })
    expect(await bench.submit('sb_3', judgment('r3', { tier: 'emergency' }))).toMatchObject({
      ...refused,
      code: 'invalid',
    })
    expect(await bench.submit('sb_4', judgment('r4'))).toMatchObject({ type: 'accepted' })
    expect(await bench.submit('sb_5', judgment('r5'))).toMatchObject({ ...refused, code: 'busy' })
  })

  test('after a veto growth is counted from there, in another life too', async () => {
    const { bench } = await answered({ text: YES.replace('true', 'false') })
    const { restoreSession } = await import('../engine/restore.ts')
    expect(restoreSession(bench.log.lines).guard.rearmFrom).toBe(results(bench)[0]?.used_tokens)
  })
})
