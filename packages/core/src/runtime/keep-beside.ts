/**
 * What a compaction leaves beside the project. The log holds every original, so a full or read-only disk costs a warning
 * and never the compaction.
 */
import { snapshotOf, visibleItems } from '@rawr/compaction'
import { ArchiveName, type CompactionId, type Tokens } from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { ProjectFiles } from '../ports/project-files.ts'
import type { Outbox } from './outbox.ts'
import type { ThreadRecord } from './record.ts'

export type KeepDeps = {
  readonly record: ThreadRecord
  readonly outbox: Outbox
  readonly clock: Clock
  readonly cwd: string
  readonly projectFiles?: ProjectFiles
}

type Before = { readonly compactionId: CompactionId; readonly tokensBefore: Tokens }

/** The view before a compaction; `null` where none is kept. */
export const keepArchive = async (
  deps: KeepDeps,
  { compactionId, tokensBefore }: Before,
): Promise<ArchiveName | null> => {
  const { projectFiles, record, clock } = deps
  if (projectFiles === undefined) return null
  const at = new Date(clock.now()).toISOString()
  const name = ArchiveName.parse(`${at.replaceAll(/[-:.]/g, '')}-${record.threadId.replaceAll(/[^\w.-]/g, '_')}`)
  const items = visibleItems(record.history())
  const info = {
    name,
    thread_id: record.threadId,
    compaction_id: compactionId,
    at,
    tokens_before: tokensBefore,
    items: items.length,
    log_lines: record.lineCount(),
  }
  return (await warned(deps, 'archive', () => projectFiles.writeArchive({ info, items }))) ? name : null
}

export const dropArchive = async (deps: KeepDeps, name: ArchiveName | null): Promise<void> => {
  const { projectFiles } = deps
  if (name !== null && projectFiles !== undefined) await warned(deps, 'archive', () => projectFiles.dropArchive(name))
}

export const keepSnapshot = async (deps: KeepDeps): Promise<void> => {
  const { projectFiles, record, clock, cwd } = deps
  if (projectFiles === undefined) return
  const summary = snapshotOf(record.history(), { at: new Date(clock.now()).toISOString(), env: { cwd } })
  await warned(deps, 'snapshot', () => projectFiles.writeSnapshot(record.threadId, summary))
}

/** What was last told of each kind of file beside a project: a folder that stays unusable is told of once. */
const told = new WeakMap<ProjectFiles, Map<string, string>>()

const warned = async (
  { outbox, projectFiles }: KeepDeps,
  what: 'archive' | 'snapshot',
  write: () => Promise<void>,
): Promise<boolean> => {
  const faults = (projectFiles && told.get(projectFiles)) ?? new Map<string, string>()
  if (projectFiles !== undefined) told.set(projectFiles, faults)
  try {
    await write()
    faults.delete(what)
    return true
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const isNew = ![...faults.values()].includes(kindOf(error))
    faults.set(what, kindOf(error))
    const message = `The ${what} of the compaction could not be written beside the project (${cause}); the log has it all. --no-project-files stops this.`
    if (isNew) outbox.emit({ type: 'warning', message }, null)
    return false
  }
}

/** Messages of the disk name a file of the moment, its code does not. */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
