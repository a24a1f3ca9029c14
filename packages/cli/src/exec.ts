/** `rawr exec`: one turn without a screen. The answer goes to standard output, the way to it to standard error. */
import type { Event, Rejected } from '@rawr/protocol'
import { openConversation } from './agent/conversation.ts'
import { lineReader } from './agent/event-lines.ts'
import { AGENT_FLAGS, type AgentFlags, settingsOfFlags, typedFlags } from './agent/flags.ts'
import { readImageFiles } from './agent/image-files.ts'
import { openLink } from './agent/link.ts'
import { exitOfEvent, exitOfRejection } from './agent/outcome.ts'
import { defineCommand, pathFrom, refuse, type Surroundings } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

const ABOUT = `Works on one message and exits. Without PROMPT it is read from standard input. Commands run in a sandbox that
may write the project folder and temporary folders. By itself nothing is asked, and what the sandbox refuses the
model is told; under another --approval whatever asks ends the turn with exit 4, unless a client beside this one
can answer.
Exit: 0 done, 1 the turn failed, 2 bad input or configuration, 3 the provider is unreachable or refused,
4 an approval was needed, 130 interrupted.`

export const exec = defineCommand({
  usage: 'exec [PROMPT] [flags]',
  about: ABOUT,
  flags: {
    ...AGENT_FLAGS,
    resume: { type: 'string', value: 'THREAD', help: 'go on with this thread' },
    image: {
      type: 'string',
      value: 'FILE',
      repeatable: true,
      help: 'an image to go with the message; may stand again',
    },
    json: { type: 'boolean', help: 'one event per line; the last is the terminal event of this message' },
    ephemeral: { type: 'boolean', help: 'end the daemon with this command, if this command started it' },
  },
  operands: [0, 1],
  run: ({ flags, operands: [prompt], at }) =>
    runTurn({
      flags,
      threadId: flags.resume,
      images: flags.image ?? [],
      json: flags.json === true,
      ephemeral: flags.ephemeral === true,
      prompt,
      at,
    }),
})

export type TurnOrder = {
  readonly flags: AgentFlags
  /** The thread to go on with; absent: a new one. */
  readonly threadId: string | undefined
  readonly images: readonly string[]
  readonly json: boolean
  readonly ephemeral: boolean
  readonly prompt: string | undefined
  readonly at: Surroundings
}

/** It hosts a watcher; nobody sits here to be asked. */
const UNATTENDED = ['drive', 'unattended']

/** One message in a new or an old thread, from the command line to the exit code. */
export const runTurn = async (order: TurnOrder): Promise<ExitCode> => {
  const { flags, at } = order
  const settings = settingsOfFlags({ approval: 'never', ...flags })
  if (!settings.ok) return refuse(at, settings.error)
  const text = order.prompt ?? (await at.readInput())
  if (text.trim() === '') return refuse(at, 'nothing to do: give a prompt, as an argument or on standard input')
  const images = await readImageFiles(order.images.map((path) => pathFrom(at, path)))
  if (!images.ok) return refuse(at, images.error)
  const link = await openLink({ at, name: 'exec', ephemeral: order.ephemeral, capabilities: UNATTENDED })
  if (!link.ok) return refuse(at, link.error, EXIT.failed)
  const { client, close } = link.value
  try {
    const conversation = await openConversation({
      client,
      host: 'headless',
      open: openingOf(order, settings.value),
      onNotice: at.complain,
      onEvent: shownTo(order),
    })
    if ('code' in conversation) return refused(conversation, order)
    const interrupt = (): void => void conversation.send({ type: 'interrupt' }).catch(() => {})
    process.once('SIGINT', interrupt)
    const end = await conversation.say(text, images.value)
    process.off('SIGINT', interrupt)
    if (end.type === 'rejected') return refused(end, order)
    if (!order.json) at.complain(`thread ${conversation.threadId}`)
    if (!order.json && end.msg.type === 'turn_aborted') at.complain(wayOn(conversation.threadId, order.flags))
    return exitOfEvent(end.msg) ?? EXIT.failed
  } finally {
    close()
  }
}

/** Nothing of the work is lost, and nobody sits here to say so. With the flags, for without them another server may be asked. */
const wayOn = (threadId: string, flags: AgentFlags): string =>
  `To go on: rawr exec --resume ${threadId}${typedFlags(flags)} "go on"`

type Opening = Parameters<typeof openConversation>[0]['open']

const openingOf = ({ flags, threadId, at }: TurnOrder, settings: Opening['settings'] & object): Opening => {
  const env = definedOnly(at.env)
  const loan = { env, settings }
  if (threadId !== undefined) {
    const cwd = flags.cwd === undefined ? {} : { cwd: pathFrom(at, flags.cwd) }
    return { type: 'thread_resume', thread_id: asThreadId(threadId), ...cwd, ...loan }
  }
  return { type: 'thread_start', cwd: pathFrom(at, flags.cwd ?? '.'), ...loan }
}

// Checked where it is used: the daemon knows which threads there are.
const asThreadId = (text: string): Extract<Opening, { type: 'thread_resume' }>['thread_id'] =>
  text as Extract<Opening, { type: 'thread_resume' }>['thread_id']

const definedOnly = (env: Surroundings['env']): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const shownTo = ({ json, at, flags }: TurnOrder): ((event: Event) => void) => {
  const read = lineReader(pathFrom(at, flags.cwd ?? '.'))
  return (event) => {
    if (json) {
      at.print(JSON.stringify(event))
      return
    }
    const line = read(event.msg)
    if (line?.to === 'out') at.print(line.text)
    if (line?.to === 'err') at.complain(line.text)
  }
}

const refused = (rejected: Rejected, { json, at }: TurnOrder): ExitCode => {
  if (json) at.print(JSON.stringify(rejected))
  return refuse(at, rejected.message, exitOfRejection(rejected.code))
}
