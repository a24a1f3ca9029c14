import { expect, test } from 'vitest'
import { detectDocument, detectRecords, detectText, isImported, type SessionFormat } from './detect.ts'

const records: readonly [SessionFormat, Record<string, unknown>][] = [
  ['codex', { timestamp: 't', type: 'session_meta', payload: { id: 'x' } }],
  ['codex', { id: 'x', timestamp: 't', instructions: null }],
  ['codex', { record_type: 'state' }],
  ['rawr', { timestamp: 't', ordinal: 0, type: 'session_meta', payload: { id: 'x' } }],
  ['codex-tui-log', { ts: 't', dir: 'meta', kind: 'session_start' }],
  ['pi', { type: 'session', id: 'x', cwd: '/home/ana' }],
  ['copilot-cli', { type: 'session.start', data: {} }],
  ['gemini', { sessionId: 's', projectHash: 'h', startTime: 't' }],
  ['claude-code', { type: 'queue-operation', sessionId: 's' }],
  ['claude-code', { type: 'user', sessionId: 's', uuid: 'u', message: { content: 'x' } }],
  ['claude-code', { type: 'summary', summary: 'x', leafUuid: 'u' }],
  ['qwen', { uuid: 'u', sessionId: 's', type: 'user', message: { parts: [] } }],
  ['openhands', { id: 1, kind: 'MessageEvent' }],
  ['openhands', { instance_id: 'x', history: [] }],
  ['kimi', { type: 'metadata', protocol_version: '1.4' }],
  ['droid', { type: 'session_start', id: 'x' }],
  ['droid', { type: 'message', session_id: 's', role: 'user', text: 'x' }],
  ['antigravity', { step_index: 0, source: 'USER', type: 'x', status: 'DONE' }],
  ['opencode-storage', { id: 'm', sessionID: 's', role: 'user' }],
  ['opencode-storage', { id: 'p', messageID: 'm', type: 'text' }],
  ['opencode-storage', { id: 's', projectID: 'p', directory: '/home/ana' }],
  ['cursor', { role: 'user', message: { content: [] } }],
  ['grok', { type: 'system', content: 'You are …' }],
  ['unknown', { timestamp: 't', role: 'user', content: 'x', model: 'm' }],
  ['unknown', { agentType: 'general', spawnDepth: 1 }],
]

test.each(records)('%s: %j', (format, record) => expect(detectRecords([{}, record])).toBe(format))

const documents: readonly [SessionFormat, Record<string, unknown>][] = [
  ['claude-code', { loglines: [] }],
  ['opencode', { info: {}, messages: [{ info: {}, parts: [] }] }],
  ['swe-agent', { environment: 'x', trajectory: [], history: [] }],
  ['cline', { version: 1, agent: 'lead', sessionId: 's', messages: [] }],
  ['cline', { version: 1, session_id: 's', source: 'cli', pid: 1 }],
  ['hermes', { session_id: 's', platform: 'telegram' }],
  ['gemini', { sessionId: 's', projectHash: 'h', messages: [] }],
  ['unknown', { history: [], meta: {} }],
]

test.each(documents)('a document of %s', (format, document) => expect(detectDocument(document)).toBe(format))

test('text is aider’s when it has its marks', () => {
  expect(detectText('# aider chat started at 2026-01-02 03:04:05\n')).toBe('aider')
  expect(detectText('#### one\n\n#### two\n\n#### three\n')).toBe('aider')
  expect(detectText('# Notes\n')).toBe('unknown')
})

test('five formats are imported', () => {
  const formats: readonly SessionFormat[] = [
    'codex',
    'claude-code',
    'rawr',
    'pi',
    'opencode',
    'opencode-storage',
    'unknown',
  ]
  expect(formats.filter(isImported)).toEqual(['codex', 'claude-code', 'rawr', 'pi', 'opencode'])
})
