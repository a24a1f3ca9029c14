// Failure rows TEXT-05, -07 and -09, and STRM-09: long runs, languages, line ends, a compaction that always fails.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateText, loadExactCount } from '@rawr/compaction'
import { expect, test } from 'vitest'
import { speak } from '../../adapters/model/testing/speak.ts'
import { counted, opensRows, printing, running, saying, shellCalls } from '../testing/row-bench.ts'

const open = opensRows()

test.each([
  ['a', 'a'],
  ['newline', '\n'],
  ['emoji', '😀'],
])('TEXT-05: a million times %s is counted under a second, said and printed', async (_name, character) => {
  const run = character.repeat(1_000_000)
  const exactly = await loadExactCount()
  // The estimate that everything goes by, and the count of the tokenizer behind `rawr compact --emit text`.
  for (const count of [(text: string) => estimateText(text, 'result'), exactly]) {
    const at = performance.now()
    expect(count(run)).toBeGreaterThan(0)
    expect(performance.now() - at).toBeLessThan(1_000)
  }
  const print = `python3 -c "print(chr(${character.codePointAt(0)}) * 1000000)"`
  const row = await open({ window: 4_000_000, answers: [running(print), saying('Long.')] })
  expect(await row.say(run)).toMatchObject({ type: 'turn_complete', last_agent_message: 'Long.' })
})

test.each([
  ['Portuguese', 'Conta os berços do porto, um por um, e não escrevas nada.', 'Pinta-os agora.'],
  ['Japanese', '港のバースを一つずつ数えてください。何も書かないでください。', '次は塗ってください。'],
])(
  'TEXT-07: a session in %s asks for its summary in that language, and goes on in it',
  async (_name, first, second) => {
    const past = [running('seq 1 4000'), running('seq 4000 8000'), running('seq 8000 12000'), saying('Feito。')]
    const row = await open({
      settings: { features: { rawr_auto_compaction: false } },
      answers: [...past, saying('<summary>数え終わりました。</summary>'), saying('OK.')],
    })
    await row.say(first)
    expect(await row.compact({ strategy: 'full' })).toMatchObject({ report: { strategy: 'full' } })
    expect(row.bodies()[4]).toContain('Write in the language the user writes in.')
    await row.say(second)
    const after = row.bodies()[5]
    expect(after).toContain('Answer in the language the user writes in, also after a compaction.')
    // Their own words are carried as they are.
    expect(after).toContain(JSON.stringify(first).slice(1, -1))
    expect(after).toContain('数え終わりました')
  },
)

const patching = (patch: string) =>
  speak('responses', { calls: [{ id: `call_p${patch.length}`, name: 'apply_patch', json: JSON.stringify({ patch }) }] })

test('TEXT-09: a patch with plain line ends changes one line of a CRLF file and of a mixed one, and keeps the ends', async () => {
  const files = { 'crlf.ts': 'one\r\ntwo\r\nthree\r\n', 'mixed.ts': 'one\ntwo\r\nthree\r\nfour\n' }
  const patch = Object.keys(files)
    .map((name) => `*** Update File: ${name}\n@@\n one\n-two\n+TWO\n three`)
    .join('\n')
  const row = await open({ answers: [patching(`*** Begin Patch\n${patch}\n*** End Patch`), saying('Patched.')] })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(row.bench.cwd, name), text)
  expect(await row.say('Patch.')).toMatchObject({ type: 'turn_complete' })
  const read = (name: string): string => readFileSync(join(row.bench.cwd, name), 'utf8')
  expect(read('crlf.ts')).toBe('one\r\nTWO\r\nthree\r\n')
  expect(read('mixed.ts')).toBe('one\nTWO\r\nthree\r\nfour\n')
  const [diff] = row.told('turn_diff')
  expect(diff?.unified_diff.split('\n').filter((line) => /^[-+][^-+]/.test(line))).toHaveLength(4)
})

test('STRM-09: where a compaction always fails, three are tried, the person is told once what to do, and turns go on', async () => {
  const window = 30_000
  const row = await open({
    window,
    strict: { windowTokens: window },
    settings: {
      features: { rawr_auto_compaction: false },
      // More room than a compaction can make.
      compact: { auto_compact_threshold_pct: 0.4, min_headroom_tokens: window * 0.9 },
    },
    answers: Array.from({ length: 20 }, (_, n) => [
      counted({ calls: shellCalls(printing(750)) }),
      counted({ text: `Done ${n}.` }),
    ]).flat(),
  })
  for (let n = 0; n < 20; n += 1) expect(await row.say(`Message ${n}.`)).toMatchObject({ type: 'turn_complete' })
  const failed = row.told('compact_failed').length
  // Three, and one more each time the context has grown by a tenth of the window.
  expect([failed >= 3, failed <= 5]).toEqual([true, true])
  const paused = row.told('warning').filter(({ message }) => message.includes('Automatic compaction is paused'))
  expect(paused).toMatchObject([{ message: expect.stringMatching(/\/compact.*remove pins.*larger window/) }])
})

test('STRM-09: where the words of a compaction are always refused, twenty messages burn a bounded number of calls', async () => {
  const row = await open({
    window: 20_000,
    settings: { provider: { max_retries: 0 } },
    strict: {
      alsoRefuse: (body) =>
        JSON.stringify(body).includes('condense_request') ? 'The request for a summary is refused.' : null,
    },
    answers: Array.from({ length: 20 }, (_, n) => [
      running(`seq ${n * 100} ${n * 100 + 300}`),
      saying(`Done ${n}.`),
    ]).flat(),
  })
  for (let n = 0; n < 20; n += 1) expect(await row.say(`Message ${n}.`)).toMatchObject({ type: 'turn_complete' })
  const compacted = row.told('context_compacted')
  expect(compacted.length).toBeGreaterThan(0)
  // Facts need no model: each compaction asks at most once and none is tried again for the same room.
  const asked = row.bodies().filter((body) => body.includes('condense_request')).length
  expect(asked).toBeLessThanOrEqual(row.told('compaction_started').length)
  expect(row.told('compaction_started').length).toBeLessThanOrEqual(20)
})
