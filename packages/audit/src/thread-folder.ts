/** Where a thread's audit lies: `RAWR_HOME/auto_compaction/threads/<id>/`, and how it is read back. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DecisionRecord, err, ok, type Result, type ThreadId } from '@rawr/protocol'
import { type AuditEvent, readAuditEvent } from './audit-event.ts'
import { decodeLines, type Lines } from './jsonl.ts'
import { latestRecords } from './record.ts'

export const DECISIONS_FILE = 'decisions.jsonl'
export const EVENTS_FILE = 'events.jsonl'
export const STATE_FILE = 'state.json'

export type ThreadFolder = {
  /** `RAWR_HOME`. */
  readonly home: string
  readonly threadId: ThreadId
}

/** A name that could lead out of the folder is no name of a thread. */
const FILE_NAME = /^(?!\.+$)[A-Za-z0-9._-]+$/

/** `null`: the id is no plain file name. */
export const threadFolder = ({ home, threadId }: ThreadFolder): string | null =>
  FILE_NAME.test(threadId) ? join(home, 'auto_compaction', 'threads', threadId) : null

export type ReadFault = { readonly code: 'no_such_thread' | 'unreadable'; readonly message: string }

/** Oldest first; of a record written more than once, the newest writing. */
export const readDecisions = async (from: ThreadFolder): Promise<Result<Lines<DecisionRecord>, ReadFault>> => {
  const text = await readText(from, DECISIONS_FILE)
  if (!text.ok) return text
  const { values, skipped } = decodeLines(text.value, (value) => DecisionRecord.safeParse(value).data ?? null)
  return ok({ values: latestRecords(values), skipped })
}

export const readEvents = async (from: ThreadFolder): Promise<Result<Lines<AuditEvent>, ReadFault>> => {
  const text = await readText(from, EVENTS_FILE)
  return text.ok ? ok(decodeLines(text.value, readAuditEvent)) : text
}

const readText = async (from: ThreadFolder, file: string): Promise<Result<string, ReadFault>> => {
  const folder = threadFolder(from)
  const missing = { code: 'no_such_thread', message: `nothing was recorded for thread ${from.threadId}` } as const
  if (folder === null) return err(missing)
  try {
    return ok(await readFile(join(folder, file), 'utf8'))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return err(isMissing ? missing : { code: 'unreadable', message: `${join(folder, file)}: ${String(error)}` })
  }
}
