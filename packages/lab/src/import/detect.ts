/**
 * Which program wrote a session, told from its first records or from its one document. File names help but lie: tools
 * that keep transcripts store every format under one name.
 */
import { type Fields, fieldsAt, isFields, listAt, textAt } from './fields.ts'

/** The formats there is an importer for. */
export type ImportedFormat = 'codex' | 'claude-code' | 'pi' | 'opencode' | 'rawr'

/** Formats that are recognised and refused, and `unknown` for what is none of them. */
export type RefusedFormat =
  | 'codex-tui-log'
  | 'copilot-cli'
  | 'gemini'
  | 'opencode-storage'
  | 'cline'
  | 'swe-agent'
  | 'openhands'
  | 'aider'
  | 'kimi'
  | 'cursor'
  | 'droid'
  | 'openclaw'
  | 'grok'
  | 'qwen'
  | 'hermes'
  | 'antigravity'
  | 'unknown'

export type SessionFormat = ImportedFormat | RefusedFormat

/** How many records are looked at before a file is given up. */
export const HEAD_RECORDS = 20

type Rule = readonly [format: SessionFormat, matches: (record: Fields) => boolean]

const has = (record: Fields, ...keys: readonly string[]): boolean => keys.every((key) => key in record)
const isTyped = (record: Fields, ...types: readonly string[]): boolean => types.includes(textAt(record, 'type') ?? '')

const CLAUDE_TYPES = [
  'user',
  'assistant',
  'summary',
  'system',
  'file-history-snapshot',
  'queue-operation',
  'mode',
] as const
const isLogLine = (record: Fields): boolean => has(record, 'type', 'payload') && isFields(record.payload)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In order: the first rule that holds for any of the first records decides. */
const RECORD_RULES: readonly Rule[] = [
  ['rawr', (record) => isLogLine(record) && typeof record.ordinal === 'number'],
  ['codex', isLogLine],
  [
    'codex',
    (record) => !has(record, 'type') && (has(record, 'record_type') || has(record, 'id', 'timestamp', 'instructions')),
  ],
  ['codex-tui-log', (record) => has(record, 'ts', 'dir', 'kind')],
  // Pi's tree under names of its own: every id of pi's is a UUID.
  [
    'openclaw',
    (record) => isTyped(record, 'session') && has(record, 'cwd', 'version') && !UUID.test(String(record.id)),
  ],
  ['pi', (record) => isTyped(record, 'session') && has(record, 'cwd')],
  ['copilot-cli', (record) => isTyped(record, 'session.start')],
  ['gemini', (record) => has(record, 'sessionId', 'projectHash')],
  [
    'qwen',
    (record) =>
      has(record, 'uuid', 'sessionId') && (has(record, 'systemPayload') || has(fieldsAt(record, 'message'), 'parts')),
  ],
  ['claude-code', (record) => has(record, 'sessionId') && (has(record, 'uuid') || isTyped(record, ...CLAUDE_TYPES))],
  ['claude-code', (record) => isTyped(record, 'summary') && has(record, 'leafUuid')],
  ['openhands', (record) => has(record, 'instance_id', 'history')],
  ['openhands', (record) => (textAt(record, 'kind') ?? '').endsWith('Event')],
  ['kimi', (record) => isTyped(record, 'metadata') && has(record, 'protocol_version')],
  [
    'droid',
    (record) =>
      isTyped(record, 'session_start') || (isTyped(record, 'message') && has(record, 'role', 'text', 'session_id')),
  ],
  ['antigravity', (record) => has(record, 'step_index', 'source', 'status')],
  ['opencode-storage', (record) => has(record, 'id', 'sessionID', 'role') || has(record, 'id', 'messageID', 'type')],
  ['opencode-storage', (record) => has(record, 'id', 'projectID', 'directory')],
  ['cursor', (record) => has(record, 'role') && Array.isArray(fieldsAt(record, 'message').content)],
  ['grok', (record) => isTyped(record, 'system', 'user') && has(record, 'content') && !has(record, 'sessionId')],
]

/** One JSON document instead of lines. */
const DOCUMENT_RULES: readonly Rule[] = [
  ['claude-code', (document) => Array.isArray(document.loglines)],
  [
    'opencode',
    (document) => has(document, 'info') && listAt(document, 'messages').some((message) => has(message, 'parts')),
  ],
  ['swe-agent', (document) => has(document, 'trajectory', 'history')],
  ['openhands', (document) => has(document, 'instance_id', 'history')],
  [
    'cline',
    (document) => has(document, 'agent', 'sessionId', 'messages') || has(document, 'session_id', 'source', 'pid'),
  ],
  ['hermes', (document) => has(document, 'session_id', 'platform')],
  ...RECORD_RULES,
]

const firstMatch = (rules: readonly Rule[], records: readonly Fields[]): SessionFormat =>
  rules.find(([, matches]) => records.some(matches))?.[0] ?? 'unknown'

export const detectRecords = (records: readonly Fields[]): SessionFormat => firstMatch(RECORD_RULES, records)

export const detectDocument = (document: Fields): SessionFormat => firstMatch(DOCUMENT_RULES, [document])

/** Text that is not JSON at all. */
export const detectText = (head: string): SessionFormat =>
  /^# aider chat started at /m.test(head) || (head.match(/^#### /gm)?.length ?? 0) > 2 ? 'aider' : 'unknown'

const IMPORTED: ReadonlySet<SessionFormat> = new Set(['codex', 'claude-code', 'pi', 'opencode', 'rawr'])

export const isImported = (format: SessionFormat): format is ImportedFormat => IMPORTED.has(format)
