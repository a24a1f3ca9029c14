/** `rawr fork THREAD`: a new thread with the past of another one, which stays as it is. */
import { type ForkPoint, ItemId, TurnId } from '@rawr/protocol'
import { openLink } from './agent/link.ts'
import { exitOfRejection } from './agent/outcome.ts'
import { defineCommand, refuse } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { readThreadId } from './thread-argument.ts'

const ABOUT = `Opens a new thread with the past of THREAD, whole or up to a point in it, and prints the new thread's id. THREAD and the
files on the disk stay as they are. Go on with it: rawr resume ID "…".`

export const fork = defineCommand({
  usage: 'fork THREAD [flags]',
  about: ABOUT,
  flags: {
    at: { type: 'string', value: 'ID', help: 'the last item or turn that comes along, as rawr export shows them' },
    json: { type: 'boolean', help: 'the answer as JSON' },
  },
  operands: [1, 1],
  run: async ({ flags, operands: [thread = ''], at }) => {
    const threadId = readThreadId(thread)
    if (!threadId.ok) return refuse(at, threadId.error)
    const link = await openLink({ at, name: 'fork', ephemeral: false })
    if (!link.ok) return refuse(at, link.error, EXIT.failed)
    const { client, close } = link.value
    try {
      const point = flags.at === undefined ? {} : { at: pointOf(flags.at) }
      const answer = await client.submit({ type: 'thread_fork', thread_id: threadId.value, ...point })
      if (flags.json === true) at.print(JSON.stringify(answer))
      if (answer.type === 'rejected') return refuse(at, answer.message, exitOfRejection(answer.code))
      if (flags.json !== true) at.print(answer.thread_id ?? '')
      return EXIT.done
    } finally {
      close()
    }
  },
})

/** Only turns are called `tn_…`. */
const pointOf = (id: string): ForkPoint =>
  id.startsWith('tn_') ? { kind: 'turn', turn_id: TurnId.parse(id) } : { kind: 'item', item_id: ItemId.parse(id) }
