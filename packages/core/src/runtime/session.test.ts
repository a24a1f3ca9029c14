import { SequenceId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryClock, memoryTools, sessionBench, usage } from '../testing/index.ts'
import { breachesOf, sentTexts, told } from '../testing/look.ts'

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('a text answer: the turn begins, speaks, says what it cost and ends', async () => {
  const bench = sessionBench({ script: [{ text: 'All green.', usage: usage(900, 12) }] })
  expect(await bench.say('sb_a', 'Run the tests, please.')).toMatchObject({ type: 'accepted', outcome: 'started' })
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'All green.' })
  expect(told(bench, 'sb_a')).toEqual(['turn_started', 'user_message', 'agent_message', 'token_count', 'turn_complete'])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('messages sent while a turn runs wait in sight and are answered in order', async () => {
  const { opened, open } = gate()
  const script = [{ text: 'one', after: opened }, { text: 'two' }, { text: 'three' }]
  const bench = sessionBench({ script })
  const first = bench.say('sb_a', 'first')
  const second = bench.say('sb_b', 'second')
  const third = bench.say('sb_c', 'third')
  expect(await Promise.all([first, second, third])).toMatchObject([
    { outcome: 'started' },
    { outcome: 'queued' },
    { outcome: 'queued' },
  ])
  open()
  await bench.ended('sb_c')
  expect(sentTexts(bench, 2)).toEqual(['first', 'one', 'second', 'two', 'third'])
  const queues = bench.events.flatMap(({ msg }) => (msg.type === 'queue_changed' ? [msg.queued.length] : []))
  expect(queues.at(-1)).toBe(0)
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('a hold that nobody releases ends at its deadline', async () => {
  const bench = sessionBench({ script: [{ text: 'one' }] })
  await bench.submit('sb_h', {
    type: 'hold_input',
    sequence_id: SequenceId.parse('sq_1'),
    deadline: bench.clock.now() + 1_000,
  })
  await bench.say('sb_a', 'first')
  bench.clock.advance(1_000)
  await bench.ended('sb_a')
  expect(bench.events.find(({ msg }) => msg.type === 'input_released')?.msg).toMatchObject({ by: 'deadline' })
})

test('a hold ends at its deadline also where the clock on the wall was set back meanwhile', async () => {
  const clock = memoryClock()
  let setBack = 0
  const bench = sessionBench({ script: [{ text: 'one' }], clock: { ...clock, now: () => clock.now() - setBack } })
  const deadline = clock.now() + 1_000
  await bench.submit('sb_h', { type: 'hold_input', sequence_id: SequenceId.parse('sq_1'), deadline })
  await bench.say('sb_a', 'first')
  setBack = 3_600_000
  clock.advance(1_000)
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete' })
})

test('a disk that refuses ends the session with every call closed, and its log can be opened again', async () => {
  let refuses = false
  const bench = sessionBench({
    script: [{ calls: [{ name: 'wait', arguments: {} }] }],
    tools: memoryTools({ wait: { run: () => new Promise(() => {}) } }),
    onSync: async () => {
      if (refuses) throw new Error('EIO')
    },
  })
  await bench.say('sb_a', 'Go.')
  await bench.until(({ msg }) => msg.type === 'tool_call_begin')
  refuses = true
  expect(await bench.say('sb_b', 'And this.')).toMatchObject({ type: 'rejected', code: 'internal' })
  await expect(bench.session.close('unload')).rejects.toThrow('EIO')
  expect(() => bench.log.append([])).toThrow('is closed')
  expect(breachesOf(bench.log.lines).filter(({ law }) => law === 'L1')).toEqual([])
})

test('closing parks the turn, keeps what waits in the log, and refuses what still comes', async () => {
  const bench = sessionBench({ script: [{ hangAfter: 'Endless' }] })
  await bench.say('sb_a', 'Go.')
  await bench.say('sb_b', 'And then this.')
  await bench.session.close('shutdown')
  expect(bench.events.slice(-2).map(({ msg }) => msg)).toMatchObject([
    { type: 'turn_aborted', reason: 'shutdown' },
    { type: 'shutdown_complete' },
  ])
  expect(await bench.say('sb_c', 'Late.')).toMatchObject({ type: 'rejected', code: 'shutting_down' })
  const again = sessionBench({ lines: bench.log.lines, script: [{ text: 'Here it is.' }] })
  expect((await again.ended('sb_b')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'Here it is.' })
  expect(breachesOf(again.log.lines)).toEqual([])
})
