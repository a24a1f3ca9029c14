import { expect, test } from 'vitest'
import {
  answered,
  asks,
  called,
  callItem,
  decided,
  effectName,
  finished,
  fits,
  output,
  reads,
  run,
  type Story,
  started,
  storyOf,
  writes,
} from '../../testing/turn-events.ts'

const check = ({ given, ...story }: Story) => expect(storyOf(given)).toEqual(story)

test('outputs are kept in the order of the calls, whichever is finished first', () => {
  const { effects } = run([
    started,
    fits,
    answered(called(reads('c1'), reads('c2'), reads('c3'))),
    finished('c3'),
    finished('c1'),
    finished('c2'),
  ])
  const kept = effects.flatMap((effect) => (effect.type === 'append' ? effect.items : []))
  expect(kept).toEqual([callItem('c1'), callItem('c2'), callItem('c3'), output('c1'), output('c2'), output('c3')])
})

test('a call that changes something runs after its neighbours and before the next ones', () => {
  const { effects } = run([
    started,
    fits,
    answered(called(reads('c1'), reads('c2'), writes('c3'), reads('c4'))),
    finished('c2'),
    finished('c1'),
    finished('c3'),
    finished('c4'),
  ])
  const groups = effects.flatMap((effect) => (effect.type === 'run_tools' ? [effect.callIds] : []))
  expect(groups).toEqual([['c1', 'c2'], ['c3'], ['c4']])
})

test('what is finished twice, or belongs to another group, changes nothing', () => {
  check({
    given: [fits, answered(called(writes('c1'), writes('c2'))), finished('c2'), finished('c1'), finished('c1')],
    end: 'running_tools',
    effects: ['sample', 'append', 'report_usage', 'run_tools', 'append', 'run_tools'],
  })
})

test('an approval runs the call, a denial is its output, an abort ends the turn with every call closed', () => {
  const asked = [fits, answered(called(asks('c1'), writes('c2')))]
  check({
    given: [...asked, decided('approved')],
    end: 'running_tools',
    effects: ['sample', 'append', 'report_usage', 'exec_approval_request', 'approval_resolved', 'run_tools'],
  })
  check({
    given: [...asked, decided('denied')],
    end: 'running_tools',
    effects: ['sample', 'append', 'report_usage', 'exec_approval_request', 'approval_resolved', 'append', 'run_tools'],
  })
  check({
    given: [...asked, decided('abort')],
    end: 'ended',
    effects: [
      'sample',
      'append',
      'report_usage',
      'exec_approval_request',
      'approval_resolved',
      'append',
      'abort approval_aborted',
    ],
  })
})

test('approved for the session: the same command is not asked again', () => {
  const again = [answered(called(asks('c1'))), finished('c1'), fits]
  check({
    given: [fits, answered(called(asks('c0'))), decided('approved_for_session'), finished('c0'), fits, ...again],
    end: 'ended',
    effects: [
      'sample',
      'append',
      'report_usage',
      'exec_approval_request',
      'approval_resolved',
      'remember_approval',
      'run_tools',
      'append',
      'reach_cut',
      'sample',
      'append',
      'report_usage',
      'run_tools',
      'append',
      'reach_cut',
      'error',
      'abort max_rounds',
    ],
  })
})

test('with nobody to ask the turn ends, and says what is needed', () => {
  const { effects } = run([started, fits, answered(called(asks('c1'))), { type: 'nobody_to_ask' }])
  expect(effectName(effects.at(-1)!)).toBe('abort approval_needed')
})
