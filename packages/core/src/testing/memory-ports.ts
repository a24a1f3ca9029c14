/** Twins of the ports in memory: the same contracts, no disk, no clock of its own, no chance. */
import { createHash } from 'node:crypto'
import {
  BlobId,
  CallId,
  ClientId,
  CompactionId,
  type DecisionRecord,
  Epoch,
  encodeRolloutLine,
  err,
  ok,
  PlanId,
  RequestId,
  type RolloutItem,
  type RolloutLine,
  SequenceId,
  type SessionMeta,
  SubmissionId,
  ThreadId,
  TurnId,
  type UnixMillis,
} from '@rawr/protocol'
import { findInLine } from '../adapters/store/find-text.ts'
import { isBeginning } from '../adapters/store/log-scan.ts'
import { marksAfter, type ThreadMarks } from '../adapters/store/thread-changes.ts'
import { noteOf } from '../adapters/tools/write-notes.ts'
import type { AuditSink } from '../ports/audit-sink.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { Logger } from '../ports/logger.ts'
import type { ThreadLog, ThreadStore } from '../ports/thread-log.ts'
import type { ToolCall, ToolContext, ToolPurpose, ToolResult, ToolRunner } from '../ports/tool-runner.ts'

/** Time stands until a test moves it. */
export type MemoryClock = Clock & {
  /** Moves on and calls back what is due, in order. */
  advance(ms: number): void
  /** Callbacks that wait, in ms from now, soonest first. */
  waiting(): readonly number[]
}

export const memoryClock = (startAt = 1_760_000_000_000): MemoryClock => {
  let now = startAt
  let timers: { readonly at: number; readonly callback: () => void }[] = []
  const nextDue = (until: number) => timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    after: (ms, callback) => {
      const timer = { at: now + ms, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance: (ms) => {
      const until = now + ms
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        const fired = due
        timers = timers.filter((other) => other !== fired)
        now = Math.max(now, fired.at)
        fired.callback()
      }
      now = until
    },
    waiting: () => timers.map(({ at }) => at - now).sort((a, b) => a - b),
  }
}

/** `tn_1`, `tn_2` …; chance is always the middle. A second life of the same thread needs another name: `tn_b1` … */
export const memoryIds = (life = ''): IdSource => {
  const counts = new Map<string, number>()
  const next = (prefix: string): string => {
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    return `${prefix}_${life}${count}`
  }
  return {
    thread: () => ThreadId.parse(next('th')),
    turn: () => TurnId.parse(next('tn')),
    call: () => CallId.parse(next('call')),
    submission: () => SubmissionId.parse(next('sb')),
    request: () => RequestId.parse(next('rq')),
    compaction: () => CompactionId.parse(next('cp')),
    plan: () => PlanId.parse(next('pl')),
    sequence: () => SequenceId.parse(next('sq')),
    client: () => ClientId.parse(next('cl')),
    epoch: () => Epoch.parse(next('ep')),
    chance: () => 0.5,
  }
}

export type MemoryLogger = Logger & {
  readonly entries: readonly {
    readonly level: 'debug' | 'warn' | 'error'
    readonly event: string
    readonly fields: unknown
  }[]
}

export const memoryLogger = (): MemoryLogger => {
  const entries: { level: 'debug' | 'warn' | 'error'; event: string; fields: unknown }[] = []
  const at = (level: 'debug' | 'warn' | 'error') => (event: string, fields?: unknown) => {
    entries.push({ level, event, fields: fields ?? {} })
  }
  return { entries, debug: at('debug'), warn: at('warn'), error: at('error') }
}

export type MemoryAudit = AuditSink & {
  readonly recorded: readonly DecisionRecord[]
  readonly events: readonly { readonly name: string; readonly fields: unknown }[]
}

export const memoryAudit = (): MemoryAudit => {
  const decisions: DecisionRecord[] = []
  const events: { name: string; fields: Readonly<Record<string, unknown>>; at: UnixMillis }[] = []
  return {
    recorded: decisions,
    events,
    decision: (_thread, record) => {
      decisions.push(record)
    },
    event: (_thread, name, fields) => {
      // It has no clock: what happens comes behind what was decided.
      events.push({ name, fields, at: decisions.at(-1)?.at ?? 0 })
    },
    decisions: async () => [...decisions],
    happened: async (thread_id) =>
      events.map(({ name, fields, at }, index) => ({ at, seq: index + 1, thread_id, name, fields })),
    flush: async () => {},
  }
}

export const memoryBlobs = (): BlobStore => {
  const kept = new Map<string, Uint8Array>()
  return {
    put: async (content, mediaType) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice()
      const id = BlobId.parse(createHash('sha256').update(bytes).digest('hex'))
      kept.set(id, bytes)
      return { id, bytes: bytes.byteLength, ...(mediaType === undefined ? {} : { media_type: mediaType }) }
    },
    get: async (id) => kept.get(id)?.slice() ?? null,
  }
}

export type MemoryLog = ThreadLog & {
  /** All lines, those it was opened with among them. */
  readonly lines: readonly RolloutLine[]
  /** How many lines the last finished `sync` made durable. */
  synced(): number
}

export type MemoryLogSource = {
  readonly threadId: ThreadId
  readonly lines?: readonly RolloutLine[]
  readonly clock: Pick<Clock, 'now'>
  /** Called before each sync; a rejection is the disk refusing. */
  readonly onSync?: () => Promise<void>
  /** Called before lines are taken; what it throws is the disk refusing them. */
  readonly onAppend?: () => void
}

export const memoryLog = ({ threadId, lines = [], clock, onSync, onAppend }: MemoryLogSource): MemoryLog => {
  const written: RolloutLine[] = [...lines]
  let synced = written.length
  let isClosed = false
  return {
    threadId,
    lines: written,
    synced: () => synced,
    append: (items: readonly RolloutItem[]) => {
      if (isClosed) throw new Error(`the log of ${threadId} is closed`)
      const timestamp = new Date(clock.now()).toISOString()
      // The tuple of type and payload is kept together by RolloutItem; adding two fields cannot break it.
      const fresh = items.map((item, index) => ({ timestamp, ordinal: written.length + index, ...item }) as RolloutLine)
      for (const line of fresh) encodeRolloutLine(line)
      onAppend?.()
      written.push(...fresh)
      return fresh
    },
    sync: async () => {
      const upTo = written.length
      await onSync?.()
      synced = Math.max(synced, upTo)
    },
    close: async () => {
      isClosed = true
    },
  }
}

/** `lines`: what the log of a thread holds now, whoever has it open. */
export type MemoryThreadStore = ThreadStore & { lines(threadId: ThreadId): readonly RolloutLine[] }

export const memoryThreadStore = (clock: Pick<Clock, 'now'>): MemoryThreadStore => {
  const logs = new Map<ThreadId, { readonly meta: SessionMeta; readonly log: MemoryLog; isOpen: boolean }>()
  const opened = (threadId: ThreadId, lines: readonly RolloutLine[], meta: SessionMeta): MemoryLog => {
    const log = memoryLog({ threadId, lines, clock })
    const entry = { meta, log, isOpen: true }
    logs.set(threadId, entry)
    return {
      ...log,
      close: async () => {
        entry.isOpen = false
        await log.close()
      },
    }
  }
  return {
    lines: (threadId) => logs.get(threadId)?.log.lines ?? [],
    create: async (meta) => {
      if (logs.has(meta.id)) throw new Error(`thread ${meta.id} exists already`)
      const log = opened(meta.id, [], meta)
      log.append([{ type: 'session_meta', payload: meta }])
      return log
    },
    open: async (threadId) => {
      const kept = logs.get(threadId)
      if (kept === undefined) return err({ code: 'thread_not_found', message: `no thread ${threadId}` })
      if (kept.isOpen) return err({ code: 'in_use', message: `thread ${threadId} is open already` })
      const lines = [...kept.log.lines]
      return ok({ log: opened(threadId, lines, kept.meta), lines, skipped: [] })
    },
    read: async (threadId) => {
      const kept = logs.get(threadId)
      return kept === undefined
        ? err({ code: 'thread_not_found', message: `no thread ${threadId}` })
        : ok([...kept.log.lines])
    },
    list: async () => [...logs.values()].map(({ meta, log }) => summaryOf(meta, log)).reverse(),
    findText: async ({ threadId }, text) => {
      for (const line of logs.get(threadId)?.log.lines ?? []) {
        const found = findInLine(line, text)
        if (found !== null) return found
      }
      return null
    },
  }
}

const summaryOf = (meta: SessionMeta, log: MemoryLog) => ({
  threadId: meta.id,
  path: `memory:${meta.id}`,
  cwd: meta.cwd,
  createdAt: meta.timestamp,
  updatedAt: log.lines.at(-1)?.timestamp ?? meta.timestamp,
  firstUserText: firstUserText(log.lines),
  bytes: log.lines.reduce((sum, line) => sum + encodeRolloutLine(line).length + 1, 0),
  isUntouched: log.lines.every(isBeginning),
  unreadBytes: 0,
  ...log.lines.reduce<ThreadMarks>(
    (marks, line) => (line.type === 'thread' ? marksAfter(marks, line.payload) : marks),
    {
      name: '',
      archived: false,
      forkedFrom: null,
    },
  ),
})

const firstUserText = (lines: readonly RolloutLine[]): string => {
  for (const line of lines)
    if (line.type === 'event_msg' && line.payload.msg.type === 'user_message') return line.payload.msg.text
  return ''
}

export type MemoryTool = {
  readonly description?: string
  readonly purpose?: (args: unknown, cwd: string) => ToolPurpose
  readonly alone?: boolean
  readonly run: (args: unknown, context: ToolContext) => ToolResult | Promise<ToolResult>
}

export type MemoryTools = ToolRunner & {
  readonly ran: readonly ToolCall[]
  /** Calls that wrote notes. */
  readonly notes: readonly ToolCall[]
}

/** Tools as functions; a name that is not among them is a result, as with the real ones. */
export const memoryTools = (tools: Readonly<Record<string, MemoryTool>>): MemoryTools => {
  const ran: ToolCall[] = []
  const notes: ToolCall[] = []
  const argsOf = (call: ToolCall): unknown => {
    try {
      return JSON.parse(call.arguments)
    } catch {
      return null
    }
  }
  return {
    ran,
    notes,
    writeNotes: async (call, place) => {
      const text = noteOf(call, place)
      if (!text.ok) return { output: `Nothing was written. ${text.error}`, success: false }
      notes.push(call)
      return { output: `Appended to ${place.file}.`, success: true }
    },
    specs: () =>
      Object.entries(tools).map(([name, { description }]) => ({
        name,
        description: description ?? name,
        parameters: { type: 'object' },
      })),
    purpose: (call, cwd) =>
      tools[call.name]?.purpose?.(argsOf(call), cwd) ?? { kind: 'other', summary: call.arguments },
    runsAlone: (call) => tools[call.name]?.alone ?? false,
    end: async () => {},
    run: async (call, context) => {
      ran.push(call)
      const tool = tools[call.name]
      return tool === undefined
        ? { output: `there is no tool ${call.name}`, success: false }
        : tool.run(argsOf(call), context)
    },
  }
}
