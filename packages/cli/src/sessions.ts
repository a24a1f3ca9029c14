/** `rawr sessions`: the threads there are, newest first. */
import { openThreadStore, type ThreadSummary } from '@rawr/core'
import { withoutControls } from './agent/without-controls.ts'
import { defineCommand } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'

export const sessions = defineCommand({
  usage: 'sessions [flags]',
  about:
    'Lists the threads of RAWR_HOME, newest first: id, time of the last change, folder, and name or first message.',
  flags: {
    json: { type: 'boolean', help: 'one thread per line' },
    whole: { type: 'boolean', help: 'reads every log to its end first, however long that takes' },
  },
  operands: [0, 0],
  run: async ({ flags, at }) => {
    const store = openThreadStore({ home: homeOf(at), clock: { now: Date.now } })
    const threads = (await store.list({ whole: flags.whole === true })).filter(({ isUntouched }) => !isUntouched)
    for (const thread of threads) at.print(flags.json === true ? JSON.stringify(thread) : lineOf(thread))
    if (threads.length === 0) at.complain('There are no threads yet.')
    const unread = threads.filter(({ unreadBytes }) => unreadBytes > 0)
    if (unread.length > 0) at.complain(unreadNotice(unread))
    return EXIT.done
  },
})

const TEXT_CHARACTERS_MAX = 60

const lineOf = ({ threadId, updatedAt, cwd, name, firstUserText }: ThreadSummary): string => {
  const time = updatedAt.slice(0, 16).replace('T', ' ')
  const words = name === '' ? firstUserText : name
  const text = [...words.replaceAll(/\s+/g, ' ')].slice(0, TEXT_CHARACTERS_MAX).join('')
  return withoutControls(`${threadId}  ${time}  ${cwd}  ${text}`)
}

const BYTES_PER_MB = 1_000_000

const unreadNotice = (threads: readonly ThreadSummary[]): string => {
  const bytes = threads.reduce((sum, { unreadBytes }) => sum + unreadBytes, 0)
  const logs = threads.length === 1 ? 'One log is' : `${threads.length} logs are`
  const size = Math.ceil(bytes / BYTES_PER_MB).toLocaleString('en')
  return `${logs} shown by beginning and end; ${size} MB between were not read yet, and a name given there is not known. Each listing reads on; --whole reads all now.`
}
