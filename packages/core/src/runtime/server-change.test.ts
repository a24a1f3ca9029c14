import { DEFAULT_SETTINGS, type EventMsg, type RolloutLine, type Settings, ThreadId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { serverChange } from './server-change.ts'

const at = (base_url?: string): Settings => ({
  ...DEFAULT_SETTINGS,
  provider: { ...DEFAULT_SETTINGS.provider, ...(base_url === undefined ? {} : { base_url }) },
})
const REPLAY: Settings = { ...DEFAULT_SETTINGS, provider: { ...DEFAULT_SETTINGS.provider, wire_api: 'replay' } }

const configured = (settings: Settings): EventMsg => ({
  type: 'session_configured',
  thread_id: ThreadId.parse('th_1'),
  cwd: '/project',
  wire_api: 'chat',
  context_window: 8_000,
  resumed: false,
  settings,
})
const TURN: EventMsg = { type: 'turn_started', turn_id: TurnId.parse('tn_1'), origin: 'user' }

const lines = (...msgs: readonly EventMsg[]): RolloutLine[] =>
  msgs.map((msg, ordinal) => ({
    timestamp: '2026-03-14T09:00:00.000Z',
    ordinal,
    type: 'event_msg',
    payload: { seq: ordinal, submission_id: null, msg },
  }))

const LOCAL = 'http://127.0.0.1:11434/v1'

test('a thread that goes on elsewhere says where it was answered and where it is sent now', () => {
  const log = lines(configured(at(LOCAL)), TURN)
  expect(serverChange(log, at())).toMatch(
    /answered by http:\/\/127\.0\.0\.1:11434\/v1 so far.*sent to https:\/\/api\.openai\.com\/v1/,
  )
  expect(serverChange(log, at(LOCAL))).toBeNull()
})

test('what counts is the server of the last turn, not one that was only opened with', () => {
  const log = lines(configured(at(LOCAL)), TURN, configured(at()))
  expect(serverChange(log, at(LOCAL))).toBeNull()
  expect(serverChange(log, at())).not.toBeNull()
})

test('a thread without a turn, and one of a recording, were sent nowhere', () => {
  expect(serverChange(lines(configured(at(LOCAL))), at())).toBeNull()
  expect(serverChange([], at())).toBeNull()
  expect(serverChange(lines(configured(REPLAY), TURN), at())).toBeNull()
  expect(serverChange(lines(configured(at(LOCAL)), TURN), REPLAY)).toBeNull()
})
