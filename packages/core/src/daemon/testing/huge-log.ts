/** A thread whose log is as large as asked for: rounds of a command that prints much, and a compaction every so often. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import {
  CallId,
  CompactionId,
  encodeRolloutLine,
  type HistoryItem,
  ItemId,
  type RolloutItem,
  type RolloutLine,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'

export type HugeLog = {
  readonly home: string
  readonly cwd: string
  readonly bytes: number
  /** Of one command's output. */
  readonly outputBytes: number
}

const ROUNDS_PER_COMPACTION = 20

const STARTED_AT = Date.UTC(2026, 0, 1)

/** Writes it below `home`; answers with its id and how many bytes it has. */
export const writeHugeLog = ({ home, cwd, bytes, outputBytes }: HugeLog): { threadId: ThreadId; bytes: number } => {
  const threadId = ThreadId.parse('th_huge')
  const folder = join(home, 'sessions', '2026', '01', '01')
  mkdirSync(folder, { recursive: true })
  const file = openSync(join(folder, `rollout-2026-01-01T00-00-00-${threadId}.jsonl`), 'wx', 0o600)
  const timestamp = new Date(STARTED_AT).toISOString()
  let [written, ordinal] = [0, 0]
  const write = (items: readonly RolloutItem[]): void => {
    const text = items
      .map((item, index) => `${encodeRolloutLine({ timestamp, ordinal: ordinal + index, ...item } as RolloutLine)}\n`)
      .join('')
    ordinal += items.length
    written += writeSync(file, text)
  }
  const made = { originator: 'rawr', cli_version: '0.1.0', source: 'test' }
  write([{ type: 'session_meta', payload: { id: threadId, timestamp, cwd, ...made } }])
  for (let round = 0; written < bytes; round += 1) write(roundOf(round, outputBytes))
  closeSync(file)
  return { threadId, bytes: written }
}

const idOf = (round: number, place: number): ItemId => ItemId.parse(`i${(round * 8 + place + 1).toString(36)}`)

const roundOf = (round: number, outputBytes: number): readonly RolloutItem[] => {
  const [turn_id, call_id] = [TurnId.parse(`tn_h${round}`), CallId.parse(`call_h${round}`)]
  const submission_id = SubmissionId.parse(`sb_h${round}`)
  const meta = (place: number, origin: 'user' | 'assistant' | 'tool') =>
    ({ id: idOf(round, place), turn_id, at: STARTED_AT, origin }) as const
  const output = printed(round, outputBytes)
  const command = ['cat', `logs/quay-${round}.log`]
  const items: readonly HistoryItem[] = [
    message('user', `Look at log ${round} of the quay.`, meta(0, 'user')),
    {
      type: 'function_call',
      name: 'shell',
      call_id,
      arguments: JSON.stringify({ command: command.join(' ') }),
      meta: meta(1, 'assistant'),
    },
    { type: 'function_call_output', call_id, output, success: true, exit_code: 0, meta: meta(2, 'tool') },
    message('assistant', `Log ${round} is as it should be.`, meta(3, 'assistant')),
  ]
  const [asked, call, result, answer] = items.map((payload): RolloutItem => ({ type: 'response_item', payload }))
  if (asked === undefined || call === undefined || result === undefined || answer === undefined)
    throw new Error('items')
  const seq = round * 2 + 1
  return [
    asked,
    call,
    {
      type: 'event_msg',
      payload: {
        seq,
        submission_id,
        msg: {
          type: 'exec_command_end',
          call_id,
          turn_id,
          command,
          exit_code: 0,
          timed_out: false,
          output,
          duration_ms: 5,
        },
      },
    },
    result,
    answer,
    {
      type: 'event_msg',
      payload: {
        seq: seq + 1,
        submission_id,
        msg: { type: 'turn_complete', turn_id, last_agent_message: `Log ${round} is as it should be.`, duration_ms: 9 },
      },
    },
    ...(round % ROUNDS_PER_COMPACTION === ROUNDS_PER_COMPACTION - 1 ? [compaction(round)] : []),
  ]
}

const message = (role: 'user' | 'assistant', text: string, meta: HistoryItem['meta']): HistoryItem => ({
  type: 'message',
  role,
  content: [role === 'user' ? { type: 'input_text', text } : { type: 'output_text', text }],
  meta,
})

/** Lines of which no two are the same. */
const printed = (round: number, bytes: number): string => {
  const rows: string[] = []
  for (let [row, size] = [0, 0]; size < bytes; row += 1) {
    const line = `src/quay-${round}.ts:${row}: export const berth${round}x${row} = moor(${row * round}) // tide ${row % 7}`
    rows.push(line)
    size += line.length + 1
  }
  return rows.join('\n').slice(0, bytes)
}

/** The last round stays, a line stands for everything before it. */
const compaction = (round: number): RolloutItem => {
  const inserted = { id: idOf(round, 6), at: STARTED_AT, origin: 'summary' } as const
  const text = `Logs 0 to ${round - 1} of the quay were looked at.`
  return {
    type: 'compacted',
    payload: {
      id: CompactionId.parse(`cp_h${round}`),
      trigger: 'manual',
      requested: 'extractive',
      strategy: 'extractive',
      message: text,
      tokens_before: 100_000,
      tokens_after: 6_000,
      view: {
        through: idOf(round, 3),
        entries: [
          { kind: 'insert', item: message('user', text, inserted), sources: [] },
          { kind: 'keep', first: idOf(round, 0), last: idOf(round, 3) },
        ],
      },
      anchor_hash: '',
      prompt_version: '1',
      duration_ms: 1,
    },
  }
}
