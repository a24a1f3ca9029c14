/** `rawr history list|show|restore`: what lies beside the project from earlier compactions, and the way back to it. */
import { findProject, openProjectFiles } from '@rawr/core'
import type { ArchiveInfo, ThreadId } from '@rawr/protocol'
import { openLink } from './agent/link.ts'
import { defineCommand, pathFrom, refuse, type Surroundings } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { itemText } from './history/item-text.ts'
import { homeOf } from './home.ts'

const ABOUT = `Before each compaction the view of the model is kept in the project's .rawr/history.
list: the archives of this folder, newest first.  show NAME: its items.
restore NAME: undoes that compaction and every later one of its thread; what was said since stays.
NAME may be the time alone, as list shows it.`

export const history = defineCommand({
  usage: 'history list|show|restore [NAME] [flags]',
  about: ABOUT,
  flags: {
    cwd: { type: 'string', value: 'FOLDER', help: 'the project; absent: this folder' },
    json: { type: 'boolean', help: 'one archive, or one item, per line' },
  },
  operands: [1, 2],
  run: async ({ flags, operands: [verb = '', name = ''], at }) => {
    const { root } = await findProject({ cwd: pathFrom(at, flags.cwd ?? '.'), home: homeOf(at) })
    const files = openProjectFiles(root)
    const read = await files.archives().catch((error: Error) => error)
    if (read instanceof Error) return refuse(at, read.message, EXIT.failed)
    const archives: readonly ArchiveInfo[] = read
    const isJson = flags.json === true
    if (verb === 'list') {
      for (const archive of archives) at.print(isJson ? JSON.stringify(archive) : lineOf(archive))
      if (archives.length === 0) at.complain(`There are no archives in ${root}.`)
      return EXIT.done
    }
    if (verb !== 'show' && verb !== 'restore') return refuse(at, `history ${verb}? one of: list, show, restore`)
    const [archive, ...others] = name === '' ? [] : archives.filter((info) => info.name.startsWith(name))
    if (archive === undefined)
      return refuse(
        at,
        name === ''
          ? `history ${verb} needs the name of an archive; ${ARCHIVES_ARE_LISTED}`
          : `There is no archive ${name} in ${root}; ${ARCHIVES_ARE_LISTED}.`,
      )
    if (others.length > 0 && archive.name !== name)
      return refuse(at, `${name} may be ${[archive, ...others].map((info) => info.name).join(' or ')}`)
    if (verb === 'restore') return await restore(at, archive)
    const items = (await files.readArchive(archive.name))?.items ?? []
    for (const item of items) at.print(isJson ? JSON.stringify(item) : itemText(item))
    return EXIT.done
  },
})

const ARCHIVES_ARE_LISTED = 'rawr history list shows those there are'

const lineOf = ({ name, thread_id, tokens_before, items }: ArchiveInfo): string =>
  `${name.slice(0, name.indexOf('-'))}  ${thread_id}  ~${tokens_before} tokens in ${items} items`

/** The log of the thread says what counts: so the daemon that has it does it. */
const restore = async (at: Surroundings, { name, thread_id }: ArchiveInfo): Promise<ExitCode> => {
  const link = await openLink({ at, name: 'history', ephemeral: false })
  if (!link.ok) return refuse(at, link.error, EXIT.failed)
  const { client, close } = link.value
  try {
    const resumed = await client.submit({ type: 'thread_resume', thread_id })
    if (resumed.type === 'rejected') return refuse(at, resumed.message)
    const answer = await client.submit({ type: 'history_restore', archive: name }, { threadId: thread_id })
    if (answer.type === 'rejected') return refuse(at, answer.message)
    at.print(restoredText(thread_id))
    return EXIT.done
  } finally {
    close()
  }
}

const restoredText = (threadId: ThreadId): string =>
  `Restored: thread ${threadId} sees again what it saw before that compaction, and all that came since.`
