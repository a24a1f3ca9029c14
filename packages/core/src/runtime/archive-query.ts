/** What lies beside the project of a thread from earlier compactions, as a client asks for it. */
import {
  type ArchiveInfo,
  EVENT_FRAME_BYTES_MAX,
  type EventMsg,
  err,
  type HistoryItem,
  ok,
  type Result,
} from '@rawr/protocol'
import type { Refusal } from '../engine/session/state.ts'
import type { SessionDeps } from './session-deps.ts'
import type { ThreadQuery } from './thread-query.ts'

type Beside = Pick<SessionDeps, 'projectFiles' | 'threadId'>
type QueryOf<Type extends ThreadQuery['type']> = Extract<ThreadQuery, { type: Type }>

const LIMIT = 20

export const archiveList = async (
  { projectFiles, threadId }: Beside,
  { all_threads = false, limit = LIMIT, cursor }: QueryOf<'history_list'>,
): Promise<EventMsg> => {
  const all = (await projectFiles?.archives()) ?? []
  const archives = all.filter(
    ({ thread_id, name }) => (all_threads || thread_id === threadId) && (cursor === undefined || name < cursor),
  )
  const shown = archives.slice(0, limit)
  const last = shown.at(-1)
  const more = last === undefined || shown.length === archives.length ? {} : { next_cursor: last.name }
  return { type: 'history_list_result', archives: shown, ...more }
}

export const shownArchive = async (
  { projectFiles }: Beside,
  { archive: named, limit = LIMIT, cursor }: QueryOf<'history_show'>,
): Promise<Result<EventMsg, Refusal>> => {
  const info = oneNamed((await projectFiles?.archives()) ?? [], named)
  if (!info.ok) return info
  const archive = await projectFiles?.readArchive(info.value.name)
  if (archive == null) return err(refused(`The archive ${named} cannot be read.`))
  const start = /^[0-9]{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
  const end = start + fitting(archive.items.slice(start, start + limit))
  const more = end < archive.items.length ? { next_cursor: String(end) } : {}
  return ok({
    type: 'history_show_result',
    archive: info.value,
    items: archive.items.slice(start, end),
    ...more,
  })
}

/** A page of items is no larger than half of what a frame may be; one item alone is always a page. */
const PAGE_BYTES_MAX = EVENT_FRAME_BYTES_MAX / 2

const fitting = (items: readonly HistoryItem[]): number => {
  let bytes = 0
  const over = items.findIndex((item) => {
    bytes += JSON.stringify(item).length
    return bytes > PAGE_BYTES_MAX
  })
  return over === -1 ? items.length : Math.max(1, over)
}

/** By its name, or by a beginning that no other has. */
const oneNamed = (archives: readonly ArchiveInfo[], named: string): Result<ArchiveInfo, Refusal> => {
  const [first, ...others] = archives.filter(({ name }) => name.startsWith(named))
  if (first === undefined) return err(refused(`There is no archive ${named}; history_list names those there are.`))
  return others.length === 0 || first.name === named
    ? ok(first)
    : err(refused(`${named} may be ${[first, ...others].map(({ name }) => name).join(' or ')}: say which.`))
}

const refused = (message: string): Refusal => ({ code: 'invalid', message, path: ['op', 'archive'] })
