/** The `.rawr` folder of a project: archives and snapshots, each written whole. What lies there already is never changed. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** `root` is where `.rawr` is or will be. */
export const openProjectFiles = (root: string): ProjectFiles => {
  const folder = join(root, '.rawr')
  const history = join(folder, 'history')
  const pathOf = (name: ArchiveName): string => join(history, `${name}.jsonl`)
  const names = async (): Promise<readonly ArchiveName[]> => {
    const files = await readdir(history).catch(() => [])
    return files.flatMap((file) => ArchiveName.safeParse(file.replace(/\.jsonl$/, '')).data ?? [])
  }
  return {
    writeArchive: async (archive) => {
      await ignoreOurs(folder)
      await writeAtomic(pathOf(archive.info.name), textOf(archive))
    },
    dropArchive: (name) => rm(pathOf(name), { force: true }),
    archives: async () => {
      const found = await Promise.all((await names()).map(async (name) => await infoAt(pathOf(name))))
      return found.filter((info) => info !== null).sort((a, b) => (a.name < b.name ? 1 : -1))
    },
    readArchive: async (name) => {
      const text = await readFile(pathOf(name), 'utf8').catch(() => null)
      return text === null ? null : archiveOf(text)
    },
    writeSnapshot: async (threadId, summary) => {
      const text = `${JSON.stringify(summary, null, 2)}\n`
      await ignoreOurs(folder)
      await writeAtomic(join(folder, 'snapshots', `${fileName(threadId)}.json`), text)
      await writeAtomic(join(folder, 'session.json'), text)
    },
  }
}

/** Ids of imported threads may hold anything. */
const fileName = (id: string): string => id.replaceAll(/[^\w.-]/g, '_')

const IGNORED = 'snapshots/\nhistory/\nsession.json\n'

const ignoreOurs = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '.gitignore'), IGNORED, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
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

const infoAt = async (path: string): Promise<ArchiveInfo | null> => {
  const text = await readFile(path, 'utf8').catch(() => '')
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
