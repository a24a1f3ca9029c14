import { scratchFile } from '@rawr/prompts'
import { expect, test } from 'vitest'
import { compactions, FILLING, handoffIn, open, PACKET, settingsWith, textOf, tools } from '../testing/filling-turn.ts'
import { failure } from '../testing/scripted-model.ts'

test('neither the prompt nor the packet’s answer enters the history', async () => {
  const bench = open([...FILLING, { text: PACKET }, { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  const items = bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  expect(items.some((item) => textOf(item).includes('about to be compacted'))).toBe(false)
  expect(items.some((item) => textOf(item).includes('## Goal'))).toBe(false)
  expect(handoffIn(bench.model.requests.at(-1)?.items)).toContain('## Goal')
})

test('a packet that fails costs the packet, not the compaction', async () => {
  const bench = open([...FILLING, { fault: failure('server_error') }, { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(compactions(bench)[0]).toMatchObject({ trigger: 'mid_turn', attribution: { packet_author: 'watcher' } })
  expect(handoffIn(bench.model.requests.at(-1)?.items)).toContain('Read the log.')
})

test('notes are asked for with the packet: that one write runs, any other call is refused, and the handoff lists them', async () => {
  const file = scratchFile({ threadId: 'th_bench' })
  const input = `*** Begin Patch\n*** Add File: ${file}\n+The log is read to its middle.\n*** End Patch`
  const patch = { name: 'apply_patch', arguments: { input }, callId: 'w1' }
  const asked = { calls: [{ name: 'shell', arguments: {}, callId: 'x1' }, patch] }
  const runner = tools()
  const bench = open([...FILLING, asked, { text: PACKET }, { text: 'All read.' }], {
    tools: runner,
    settings: settingsWith({ scratch_write_enabled: true }),
  })
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(runner.notes.map(({ callId }) => callId)).toEqual(['w1'])
  expect(runner.ran.map(({ name }) => name)).toEqual(['read', 'read', 'shell'])
  expect(handoffIn(bench.model.requests.at(-1)?.items)).toContain(`Scratchpad: \`${file}\``)
})
