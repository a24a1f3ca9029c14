/** The `.rawr` folder of a project: archives and snapshots, each written whole. What lies there already is never changed. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ArchiveInfo,
  ArchiveName,
  decodeRolloutLine,
  encodeRolloutLine,
  type HistoryItem,
  type RolloutLine,
} from '@rawr/protocol'
import type { Archive, ProjectFiles } from '../../ports/project-files.ts'
import { writeAtomic } from './atomic-file.ts'
import {
  type HeldFolder,
  holdFolder,
  holdInside,
  makeInside,
  NotOurs,
  readInside,
  refuseForeign,
} from './held-folder.ts'

/** `root` is where `.rawr` is or will be. A repository may bring its own: what in it leads elsewhere is not followed. */
export const openProjectFiles = (root: string): ProjectFiles => ({
  writeArchive: (archive) =>
    inOurs(root, async (folder) => {
      const history = await makeInside(folder, 'history', OURS_ALONE)
      await holding(history, () => write(history, fileOf(archive.info.name), textOf(archive)))
    }),
  dropArchive: (name) => inHistory(root, undefined, (history) => rm(join(history.at, fileOf(name)), { force: true })),
  archives: () =>
    inHistory(root, [], async (history) => {
      const names = (await readdir(history.at)).flatMap((file) => nameOf(file) ?? [])
      const found = await Promise.all(names.map((name) => infoOf(history, name)))
      return found.filter((info) => info !== null).sort((a, b) => (a.name < b.name ? 1 : -1))
    }),
  readArchive: (name) =>
    inHistory(root, null, async (history) => {
      const bytes = await readInside(history, fileOf(name))
      return bytes === null ? null : archiveOf(bytes.toString('utf8'))
    }),
  writeSnapshot: (threadId, summary) =>
    inOurs(root, async (folder) => {
      const text = `${JSON.stringify(summary, null, 2)}\n`
      const snapshots = await makeInside(folder, 'snapshots', OURS_ALONE)
      await holding(snapshots, () => write(snapshots, `${plainName(threadId)}.json`, text))
      await write(folder, 'session.json', text)
    }),
})

const OURS_ALONE = 0o700

const holding = async <T>(folder: HeldFolder, use: () => Promise<T>): Promise<T> => {
  try {
    return await use()
  } finally {
    await folder.close()
  }
}

const inOurs = async <T>(root: string, use: (folder: HeldFolder) => Promise<T>): Promise<T> => {
  const project = { path: root, at: root, close: async () => {} }
  const folder = await makeInside(project, '.rawr')
  return await holding(folder, async () => {
    await ignoreOurs(folder)
    return await use(folder)
  })
}

/** `nothing` where there is none of ours; then none is made. What else stands in the way is thrown, by its name. */
const inHistory = async <T>(root: string, nothing: T, use: (history: HeldFolder) => Promise<T>): Promise<T> => {
  const path = join(root, '.rawr')
  const folder = await ifThere(path, holdFolder(path))
  if (folder === null) return nothing
  const history = await holding(folder, () => ifThere(join(path, 'history'), holdInside(folder, 'history')))
  return history === null ? nothing : await holding(history, () => use(history))
}

const ifThere = async (path: string, held: Promise<HeldFolder>): Promise<HeldFolder | null> => {
  try {
    return await held
  } catch (cause) {
    if (cause instanceof NotOurs) throw cause
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    if (code === 'ENOENT') return null
    throw new Error(`${path} cannot be read (${String(code)})`, { cause })
  }
}

const write = async (folder: HeldFolder, name: string, text: string): Promise<void> => {
  await refuseForeign(folder, name)
  await writeAtomic(join(folder.at, name), text)
}

const fileOf = (name: ArchiveName): string => `${name}.jsonl`

const nameOf = (file: string): ArchiveName | undefined => ArchiveName.safeParse(file.replace(/\.jsonl$/, '')).data

/** Ids of imported threads may hold anything. */
const plainName = (id: string): string => id.replaceAll(/[^\w.-]/g, '_')

/** Itself too, or git would show the folder; a configuration in it is meant to be shared and stays seen. */
const IGNORED = '/.gitignore\n/snapshots/\n/history/\n/session.json\n'

/** One that is there stays, a link too: it is made anew or not at all. */
const ignoreOurs = async ({ at }: HeldFolder): Promise<void> => {
  await writeFile(join(at, '.gitignore'), IGNORED, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
}

/** Items are written as in a log, so that what reads a log reads them. */
const textOf = ({ info, items }: Archive): string =>
  [
    JSON.stringify(info),
    ...items.map((payload, ordinal) =>
      encodeRolloutLine({ timestamp: info.at, ordinal, type: 'response_item', payload } satisfies RolloutLine),
    ),
    '',
  ].join('\n')

const archiveOf = (text: string): Archive | null => {
  const [head = '', ...rest] = text.split('\n')
  const info = headOf(head)
  if (info === null) return null
  const items = rest.flatMap((line): HistoryItem[] => {
    const read = decodeRolloutLine(line)
    return read.ok && read.value.type === 'response_item' ? [read.value.payload] : []
  })
  return { info, items }
}

/** The first line has it; no such line is longer. */
const INFO_BYTES_MAX = 64 * 1024

const infoOf = async (history: HeldFolder, name: ArchiveName): Promise<ArchiveInfo | null> => {
  const text = (await readInside(history, fileOf(name), INFO_BYTES_MAX))?.toString('utf8') ?? ''
  const end = text.indexOf('\n')
  return headOf(end === -1 ? text : text.slice(0, end))
}

const headOf = (line: string): ArchiveInfo | null => {
  try {
    return ArchiveInfo.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
