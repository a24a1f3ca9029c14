import { expect, test } from 'vitest'
import { checkRequest, checkRequests } from './check-request.ts'
import type { RequestFacts } from './facts.ts'

const RULES = 'Never touch data/.\nWrite “tests” first. <b>&amp;</b>\n'
const LIVE = 'Now the tides, please. 😀'
const ENCRYPTED = 'gAAAA+/='

const facts: RequestFacts = {
  window: { tokens: 10_000, outputReserve: 1_000 },
  bytesMax: 100_000,
  sacred: [RULES],
  live: LIVE,
  encrypted: new Set([ENCRYPTED]),
  fenceTags: ['project_instructions', 'summary', 'handoff', 'packet'],
}

const fenced = (tag: string, text: string) => `<${tag} path="AGENTS.md">\n${text}\n</${tag}>`

const said = (role: string, ...texts: readonly string[]) => ({
  type: 'message',
  role,
  content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
})
const call = (call_id: string, json = '{}') => ({ type: 'function_call', call_id, name: 'shell', arguments: json })
const result = (call_id: string, output = 'ok') => ({ type: 'function_call_output', call_id, output })
const reasoning = (encrypted_content: string) => ({ type: 'reasoning', summary: [], encrypted_content })

/** A legal request of each API; `more` goes behind the live request. */
const responses = (...more: readonly object[]) => ({
  model: 'm',
  instructions: 'Be brief.',
  tools: [{ type: 'function', name: 'shell' }],
  input: [
    said('user', fenced('project_instructions', RULES)),
    said('user', 'Earlier conversation compacted here.'),
    said('user', fenced('summary', `The rules say: ${RULES}`)),
    said('user', '[i2, handled]', 'Fix the calendar.'),
    said('user', fenced('handoff', 'Go on with the tides.')),
    said('user', LIVE),
    reasoning(ENCRYPTED),
    said('assistant', 'Looking.'),
    call('a'),
    call('b'),
    result('a'),
    result('b'),
    ...more,
  ],
})

const calls = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'shell', arguments: '{}' } })),
})
const tool = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: 'ok' })

const chat = (...more: readonly object[]) => ({
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: fenced('project_instructions_2', RULES) },
    { role: 'user', content: fenced('summary', 'Goal: a harbour.') },
    {
      role: 'user',
      content: [
        { type: 'text', text: LIVE },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
    calls('a', 'b'),
    tool('a'),
    tool('b'),
    ...more,
  ],
})

const lawsOf = (body: string | object | Uint8Array, changed: Partial<RequestFacts> = {}) =>
  checkRequest(body, { ...facts, ...changed }).map(({ law, at }) => `${law} ${at}`)

test('a legal request of either API keeps every law, as value, text or bytes', () => {
  for (const body of [responses(), chat()]) {
    expect(lawsOf(body)).toEqual([])
    expect(lawsOf(JSON.stringify(body))).toEqual([])
    expect(lawsOf(new TextEncoder().encode(JSON.stringify(body)))).toEqual([])
  }
  expect(lawsOf(responses(said('user', fenced('packet', 'quoted')), said('user', '')))).toEqual([])
})

test('L1: a stray, a missing, a doubled result and a doubled call are each found', () => {
  expect(lawsOf(responses(result('x')))).toEqual(['L1 input[12]'])
  expect(lawsOf(responses(call('c')))).toEqual(['L1 input[12]'])
  expect(lawsOf(responses(result('a')))).toEqual(['L1 input[12]'])
  expect(lawsOf(responses(call('a'), result('a')))).toEqual(['L1 input[12]', 'L1 input[13]'])
  const early = responses()
  early.input.splice(8, 0, result('late'))
  early.input.push(call('late'))
  expect(lawsOf(early)).toContain('L1 input[8]')
})

test('L1 over chat: results must follow the message of their calls', () => {
  expect(lawsOf(chat(calls('c'), { role: 'assistant', content: 'wait' }, tool('c')))).toEqual([
    'L1 messages[8]',
    'L1 messages[9]',
  ])
  expect(lawsOf(chat(calls('c')))).toEqual(['L1 messages[7]'])
  expect(lawsOf(chat(tool('zzz')))).toEqual(['L1 messages[7]', 'L1 messages[7]'])
})

test('L2: too many tokens for window and answer, and too many bytes, are each found', () => {
  const long = (bytes: number) => responses(call('c'), result('c', 'word '.repeat(bytes / 5)))
  expect(lawsOf(long(30_000))).toEqual([])
  expect(lawsOf(long(60_000))).toEqual(['L2 body'])
  expect(lawsOf(long(60_000), { window: null })).toEqual([])
  expect(lawsOf(long(30_000), { bytesMax: 20_000 })).toEqual(['L2 body'])
  expect(lawsOf(long(120_000), { window: null, bytesMax: null })).toEqual([])
  expect(lawsOf(long(30_000), { window: { tokens: 10_000, outputReserve: 9_000 } })).toEqual(['L2 body'])
})

test('L2: wide characters count by their bytes, tool schemas count, and an image counts as an image', () => {
  expect(lawsOf(responses(call('c'), result('c', '潮'.repeat(20_000))))).toEqual(['L2 body'])
  expect(lawsOf({ ...responses(), tools: [{ description: 'x'.repeat(60_000) }] })).toEqual(['L2 body'])
  const picture = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(60_000)}` }
  expect(lawsOf(responses({ type: 'message', role: 'user', content: [picture] }))).toEqual([])
})

test('L3: half a character in a text, a key or an escape, and arguments that are no JSON, are each found', () => {
  expect(lawsOf(responses(call('c'), result('c', 'cut \ud83d')))).toEqual(['L3 body.input[13].output'])
  expect(lawsOf({ ...responses(), metadata: { '\udc00': 1 } })).toEqual(['L3 body.metadata key'])
  expect(lawsOf(JSON.stringify(chat()).replace('Goal: a', 'Goal: \\ud83d'))).toEqual(['L3 body.messages[2].content'])
  expect(lawsOf(responses(call('c', '{"path":'), result('c')))).toEqual(['L3 input[12]'])
})

test('L3: what is no JSON, no UTF-8 or no request at all is found', () => {
  expect(lawsOf('{"input": [')).toEqual(['L3 body'])
  expect(lawsOf(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual(['L3 body'])
  expect(lawsOf('[]')).toEqual(['L3 body'])
  expect(lawsOf({ input: [{ type: 'function_call', name: 'shell' }] })).toEqual(['L3 body'])
})

test('L4: changed or foreign encrypted content is found, absent content is not missed', () => {
  expect(lawsOf(responses(reasoning(`${ENCRYPTED} `), said('assistant', 'x')))).toEqual(['L4 input[12]'])
  expect(lawsOf(responses({ type: 'compaction', encrypted_content: 'new' }))).toEqual(['L4 input[12]'])
  expect(lawsOf(chat(), { encrypted: new Set() })).toEqual([])
})

test('L5: sacred words that are missing, changed by one byte, quoted only, or doubled are each found', () => {
  const without = responses()
  without.input.shift()
  expect(lawsOf(without)).toEqual(['L5 body'])
  expect(lawsOf(responses(), { sacred: [`${RULES} `] })).toEqual(['L5 body'])
  const changed = responses()
  changed.input[0] = said('user', fenced('project_instructions', RULES.replace('“', '"')))
  expect(lawsOf(changed)).toEqual(['L5 body'])
  const doubled = responses()
  doubled.input.unshift(said('user', fenced('project_instructions', RULES)))
  expect(lawsOf(doubled)).toEqual(['L5 input[0], input[1]'])
  expect(lawsOf(responses(said('assistant', RULES)))).toEqual([])
})

test('L5: a pin may be a message of the user, handled and marked', () => {
  expect(lawsOf(responses(), { sacred: [RULES, 'Fix the calendar.'] })).toEqual([])
})

test('L6: a live request that is missing, changed or fenced away is found', () => {
  expect(lawsOf(responses(), { live: 'Something else.' })).toEqual(['L6 body'])
  expect(lawsOf(responses(), { live: LIVE.slice(0, -1) })).toEqual(['L6 body'])
  const hidden = responses()
  hidden.input[5] = said('user', fenced('packet', LIVE))
  expect(lawsOf(hidden)).toEqual(['L6 body'])
  expect(lawsOf(responses(), { live: null })).toEqual([])
})

test('L6: text in the role of the user behind the live request must be fenced, whole', () => {
  expect(lawsOf(responses(said('user', 'Go on.')))).toEqual(['L6 input[12]'])
  expect(lawsOf(responses(said('user', `${fenced('packet', 'x')}\nGo on.`)))).toEqual(['L6 input[12]'])
  expect(lawsOf(responses(said('user', fenced('packet', 'x\n</packet>\nGo on.'))))).toEqual(['L6 input[12]'])
  expect(lawsOf(responses(said('user', fenced('div', 'x'))))).toEqual(['L6 input[12]'])
  expect(lawsOf(chat({ role: 'user', content: 'Go on.' }))).toEqual(['L6 messages[7]'])
  expect(lawsOf(responses(said('user', `${fenced('packet', 'x')}\n${fenced('handoff', 'y')}`)))).toEqual([])
})

test('L6: a live request of several parts is found whole or by its one text', () => {
  const parted = responses()
  parted.input[5] = said('user', 'Now the tides,', 'please.')
  expect(lawsOf(parted, { live: 'Now the tides,\nplease.' })).toEqual([])
})

test('many requests are judged by what was true of each, and named by their place', () => {
  const bodies = [responses(), responses(call('c')), chat()]
  expect(checkRequests(bodies, facts).map(({ law, at }) => `${law} ${at}`)).toEqual(['L1 #1 input[12]'])
  const later = checkRequests(bodies, (index) => ({ ...facts, live: index === 2 ? 'Other.' : LIVE }))
  expect(later.map(({ law, at }) => `${law} ${at}`)).toEqual(['L1 #1 input[12]', 'L6 #2 body'])
})
