import { RequestId, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { BENCH_SETTINGS, memoryTools, sessionBench } from '../testing/index.ts'
import { breachesOf } from '../testing/look.ts'

const settings = (change: Partial<Settings>): Settings => ({ ...BENCH_SETTINGS, ...change })

const shell = memoryTools({
  shell: {
    alone: true,
    purpose: () => ({ kind: 'exec', command: ['ls'], cwd: '/home/ada/harbour' }),
    run: () => ({ output: 'quay.ts', success: true, exitCode: 0 }),
  },
})

const asking = settings({ approvals: { policy: 'untrusted' } })
const oneCall = [{ calls: [{ name: 'shell', arguments: {} }] }, { text: 'Fine.' }]

test('a call that must be allowed waits for a person; the first answer counts and the others come too late', async () => {
  const bench = sessionBench({ script: oneCall, tools: shell, settings: asking })
  await bench.say('sb_a', 'List.')
  const asked = await bench.until(({ msg }) => msg.type === 'exec_approval_request')
  const request_id = asked.msg.type === 'exec_approval_request' ? asked.msg.request_id : RequestId.parse('none')
  const yes = { type: 'exec_approval', request_id, decision: 'approved' } as const
  expect(await bench.submit('sb_yes', yes)).toMatchObject({ type: 'accepted' })
  expect(await bench.submit('sb_no', { ...yes, decision: 'denied' })).toMatchObject({ code: 'no_such_approval' })
  expect((await bench.ended('sb_a')).msg.type).toBe('turn_complete')
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('with nobody attached a call that must be allowed ends the turn: approval_needed', async () => {
  const bench = sessionBench({ script: oneCall, tools: shell, settings: asking, alone: true })
  await bench.say('sb_a', 'List.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_aborted', reason: 'approval_needed' })
  const left = sessionBench({ script: oneCall, tools: shell, settings: asking })
  await left.say('sb_a', 'List.')
  await left.until(({ msg }) => msg.type === 'exec_approval_request')
  left.session.clientDetached(left.clientId)
  expect((await left.ended('sb_a')).msg).toMatchObject({ reason: 'approval_needed' })
  expect(breachesOf(left.log.lines)).toEqual([])
})
