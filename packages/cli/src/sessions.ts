/** `rawr sessions`: the threads there are, newest first. */
import { openThreadStore, type ThreadSummary } from '@rawr/core'
import { defineCommand } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { homeOf } from './home.ts'

export const sessions = defineCommand({
  usage: 'sessions [flags]',
  about: 'Lists the threads of RAWR_HOME, newest first: id, time of the last change, folder and first message.',
  flags: { json: { type: 'boolean', help: 'one thread per line' } },
  operands: [0, 0],
  run: async ({ flags, at }) => {
    const threads = await openThreadStore({ home: homeOf(at), clock: { now: Date.now } }).list()
    for (const thread of threads) at.print(flags.json === true ? JSON.stringify(thread) : lineOf(thread))
    if (threads.length === 0) at.complain('There are no threads yet.')
    return EXIT.done
  },
})

const TEXT_CHARACTERS_MAX = 60

const lineOf = ({ threadId, updatedAt, cwd, firstUserText }: ThreadSummary): string => {
  const time = updatedAt.slice(0, 16).replace('T', ' ')
  const text = [...firstUserText.replaceAll(/\s+/g, ' ')].slice(0, TEXT_CHARACTERS_MAX).join('')
  return `${threadId}  ${time}  ${cwd}  ${text}`
}
