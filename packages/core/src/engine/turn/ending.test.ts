import { expect, test } from 'vitest'
import {
  answered,
  called,
  effectName,
  fits,
  message,
  reads,
  run,
  type Story,
  started,
  stopped,
  storyOf,
  writes,
} from '../../testing/turn-events.ts'

const _check = ({ given, ...story }: Story) => expect(storyOf(given)).toEqual(story)

test('an interruption closes every open call, keeps what had streamed, and says it once', () => {
  const midTool = run([started, fits, answered(called(reads('c1'), writes('c2'))), stopped()])
  expect(midTool.effects.map(effectName).slice(-3)).toEqual(['abort_tools', 'append', 'abort interrupted'])
  const closing = midTool.effects.findLast((effect) => effect.type === 'append')
  expect(closing?.items.map(({ body }) => ('call_id' in body ? body.call_id : body.type))).toEqual([
    'c1',
    'c2',
    'message',
  ])
  const midAnswer = run([started, fits, stopped([message('Half of')])])
  expect(midAnswer.effects.map(effectName).slice(2)).toEqual([
    'abort_sampling',
    'append',
    'agent_message',
    'abort interrupted',
  ])
})
