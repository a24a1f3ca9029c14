// Failure rows of the kind RULE: what the user laid down is kept by every compaction.
import { textOfItem } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { chatty, opensPasts, type PastBench } from '../testing/past-bench.ts'

const open = opensPasts()

const EXTRACTIVE = { strategy: 'extractive', budget: 3_000 } as const

const timesIn = (texts: readonly string[], part: string): number => texts.join('\n').split(part).length - 1

/** One message after the other, each but the last with a compaction behind it. */
const saidAndCondensed = async (row: PastBench, messages: readonly string[], options: object = EXTRACTIVE) => {
  for (const [n, text] of messages.entries()) {
    expect(await row.say(text)).toMatchObject({ type: 'turn_complete' })
    if (n < messages.length - 1) await row.condense(options)
  }
}

test('RULE-01: after 3 compactions the instruction file is byte-identical and exactly once in every request', async () => {
  const rules = Array.from({ length: 5 }, (_, n) => `- Rule ${n}: answer in exactly ${n + 3} words.  `).join('\n')
  const row = await open({ script: chatty(4), files: { 'AGENTS.md': rules } })
  await saidAndCondensed(row, ['Read quay 1.', 'Read quay 2.', 'Read quay 3.', 'Read quay 4.'])
  expect(await row.compacted()).toHaveLength(3)
  expect(row.asked()).toHaveLength(28)
  for (const { texts } of row.asked()) expect(timesIn(texts, rules)).toBe(1)
})

test('RULE-02: two standing orders given in turn 2 are there in the words of the user after 2 compactions', async () => {
  const row = await open({ script: chatty(4) })
  const orders = 'Never stop to ask me. Always end with the block STATUS: ok|failed.'
  await row.say('Read quay 1.')
  await saidAndCondensed(row, [orders, 'Read quay 3.', 'Go on.'])
  expect(await row.compacted()).toHaveLength(2)
  expect(
    row
      .asked()
      .at(-1)
      ?.users.filter((text) => text.endsWith(orders)),
  ).toHaveLength(1)
})

test('RULE-03: under settings of its own a thread has the same prompt, tools, model and permissions after a compaction by hand and an automatic one', async () => {
  const settings = {
    model: { name: 'birch', context_window: 24_000, reasoning_effort: 'high' },
    approvals: { policy: 'on-request' },
    sandbox: { mode: 'read-only' },
  } as const
  const row = await open({ script: chatty(3), settings, window: 24_000 })
  await row.say('Read quay 1.')
  await row.condense({ strategy: 'extractive' })
  await row.say('Read quay 2.')
  await row.say('Read quay 3.')
  const triggers = (await row.compacted()).map(({ trigger }) => trigger)
  expect(triggers).toContain('manual')
  expect(triggers.some((trigger) => trigger !== 'manual')).toBe(true)
  const frames = row.asked().map(({ input: _, texts: _texts, users: _users, ...frame }) => frame)
  for (const frame of frames) expect(frame).toEqual(frames[0])
  expect(frames[0]).toMatchObject({ model: 'birch', toolChoice: 'auto' })
  const under = (await row.lines()).flatMap((line) => (line.type === 'turn_context' ? [line.payload] : []))
  expect(under).toHaveLength(3)
  for (const { approval_policy, sandbox_policy, model } of under)
    expect([approval_policy, sandbox_policy.mode, model]).toEqual(['on-request', 'read-only', 'birch'])
})

test('RULE-05: a first message of 2,000 tokens that a command expanded to stays verbatim through 2 compactions', async () => {
  const steps = Array.from(
    { length: 100 },
    (_, n) => `${n}. Check berth ${n} for frayed ropes and write down its number twice.`,
  )
  const expanded = `Do the weekly round.\n${steps.join('\n')}`
  const row = await open({ script: chatty(3) })
  await saidAndCondensed(row, [expanded, 'Read quay 2.', 'Read quay 3.'], { strategy: 'extractive' })
  expect(await row.compacted()).toHaveLength(2)
  expect(
    row
      .asked()
      .at(-1)
      ?.users.filter((text) => text.endsWith(expanded)),
  ).toHaveLength(1)
})

test('RULE-06: a pinned message and a pinned result are verbatim, in order and once after compact, resume, compact', async () => {
  const row = await open({ script: chatty(4) })
  await row.say('Read quay 1.')
  await row.say('Look at the one with the red lamp; that one is only an aside.')
  const items = (await row.lines()).flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  const message = items.find((item) => textOfItem(item).includes('red lamp'))
  const result = items.findLast(({ type }) => type === 'function_call_output')
  if (message === undefined || result === undefined) throw new Error('nothing to pin')
  for (const { meta } of [message, result])
    expect(await row.send({ type: 'pin', target: { kind: 'item', first: meta.id } })).toMatchObject({
      type: 'accepted',
    })
  const judge = () => {
    const texts = row.asked().at(-1)?.texts ?? []
    const places = [message, result].map((item) =>
      texts.flatMap((text, at) => (text.endsWith(textOfItem(item)) ? [at] : [])),
    )
    expect(places.map(({ length }) => length)).toEqual([1, 1])
    expect(places[1]?.[0]).toBeGreaterThan(places[0]?.[0] ?? Number.POSITIVE_INFINITY)
  }
  await row.condense({ ...EXTRACTIVE, budget: 6_000, max_tail: 1 })
  await row.bench.restart()
  await row.resume({})
  await row.say('Read quay 3.')
  judge()
  await row.condense({ ...EXTRACTIVE, budget: 6_000, max_tail: 1 })
  await row.say('Read quay 4.')
  judge()
})

test('RULE-07: the output contract of the first message is verbatim in the last request after 2 compactions', async () => {
  const contract =
    'Answer with JSON and nothing else: {"berths": [{"id": number, "free": boolean}], "checked_at": string}'
  const row = await open({ script: chatty(4) })
  await row.say(contract)
  await saidAndCondensed(row, ['Read quay 2.', 'Read quay 3.', 'Give me the final result.'])
  expect(await row.compacted()).toHaveLength(2)
  expect(
    row
      .asked()
      .at(-1)
      ?.users.filter((text) => text.endsWith(contract)),
  ).toHaveLength(1)
})

test('RULE-10: sections of the instruction file survive whatever they are called', async () => {
  const rules =
    '# Safety\nNo open flames.\n# House rules\nWhisper.\n# Правила причала\nНе курить.\n# 港の規則\n静かに。'
  const row = await open({ script: chatty(2), files: { 'AGENTS.md': rules } })
  await saidAndCondensed(row, ['Read quay 1.', 'Go on.'])
  expect(timesIn(row.asked().at(-1)?.texts ?? [], rules)).toBe(1)
})
