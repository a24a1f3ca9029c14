/**
 * `rawr demo`: the main job on a bundled session. The model is a recording; daemon, socket, tools, policy, compaction and
 * every number are the product's own. It works in a copy of a small project, which stays for a look afterwards.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readRecording } from '@rawr/core'
import type { Event, EventMsg, SettingsLayer } from '@rawr/protocol'
import { type Conversation, openConversation } from './agent/conversation.ts'
import { lineReader, seconds, usageText } from './agent/event-lines.ts'
import { settingsOfFlags } from './agent/flags.ts'
import { openLink } from './agent/link.ts'
import { exitOfEvent, exitOfRejection } from './agent/outcome.ts'
import { exitOfEnding, surroundingsOf } from './client/surroundings.ts'
import { isOnTerminal } from './client/terminal.ts'
import { defineCommand, refuse, type Surroundings } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

const ABOUT = `Plays a recorded coding session through the real program, without a key and without network: pressure rises,
the policy decides at a boundary, the embedded engine compacts, and the session goes on. Other windows give other numbers.`

/** Small enough that six turns fill it more than once. */
const CONTEXT_WINDOW = '100000'

export const demo = defineCommand({
  usage: 'demo [flags]',
  about: ABOUT,
  flags: {
    'context-window': { type: 'string', value: 'TOKENS', help: `the window to play in (${CONTEXT_WINDOW})` },
    text: { type: 'boolean', help: 'line by line, as without a terminal' },
  },
  operands: [0, 0],
  run: async ({ flags, at }) => {
    const settings = settingsOfFlags({ 'context-window': flags['context-window'] ?? CONTEXT_WINDOW, approval: 'never' })
    if (!settings.ok) return refuse(at, settings.error)
    if (isOnTerminal() && flags.text !== true) return playOnScreen(settings.value, at)
    at.print('Rawr plays a recorded session: the model is a recording, everything else is real. No key, no network.')
    const [project, link] = await Promise.all([copyProject(), openLink({ at, name: 'demo', ephemeral: true })])
    at.print(`project  ${project}`)
    if (!link.ok) return refuse(at, link.error, EXIT.failed)
    try {
      return await play({ ...link.value, project, settings: settings.value, at })
    } finally {
      link.value.close()
    }
  },
})

/** The engine that this shows off: by itself, clearing old results would often make room enough here. */
const COMPACT: SettingsLayer['compact'] = { mode: 'extractive' }

const BUNDLE = fileURLToPath(new URL('../demo/', import.meta.url))
const RECORDING = join(BUNDLE, 'recording.jsonl')

/** What git wants to know of whoever commits. */
const GIT = {
  // Upkeep after a commit is a program more, for a folder that lives for seconds.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.invalid',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.invalid',
}

const run = promisify(execFile)

const copyProject = async (): Promise<string> => {
  const project = await mkdtemp(join(tmpdir(), 'rawr-demo-'))
  await cp(join(BUNDLE, 'project'), project, { recursive: true })
  const git = (...args: string[]) => run('git', args, { cwd: project, env: { ...process.env, ...GIT } })
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Begin')
  return project
}

type Performance = {
  readonly client: Parameters<typeof openConversation>[0]['client']
  readonly address: string
  readonly project: string
  readonly settings: SettingsLayer
  readonly at: Surroundings
}

const play = async ({ client, address, project, settings, at }: Performance): Promise<ExitCode> => {
  const began = performance.now()
  const watch = newTally()
  const read = lineReader(project)
  at.print(`daemon   ready at ${address}`)
  const open = (sandbox: SettingsLayer['sandbox']) =>
    openConversation({
      client,
      host: 'interactive',
      open: {
        type: 'thread_start',
        cwd: project,
        env: environment(at),
        settings: {
          ...settings,
          compact: COMPACT,
          provider: { wire_api: 'replay', recording: RECORDING },
          ...(sandbox === undefined ? {} : { sandbox }),
        },
      },
      onNotice: () => {},
      onEvent: (event) => report(event, { watch, read, at }),
    })
  const confined = await open(undefined)
  // A newcomer's machine may lack bubblewrap: the recorded commands are ours and stay in the copy.
  const conversation = 'code' in confined ? await open({ mode: 'danger-full-access' }) : confined
  if ('code' in conversation) return refuse(at, conversation.message, exitOfRejection(conversation.code))
  if ('code' in confined) at.print('sandbox  none here (bubblewrap is missing): the commands run without one')
  at.print(`thread   ${conversation.threadId}`)
  const code = await playTurns(conversation, at)
  at.print(
    `\n${watch.turns} turns, ${watch.calls} tool calls, ${watch.compactions} compactions in ${seconds(performance.now() - began)}. Each decision explained: rawr why ${conversation.threadId}`,
  )
  return code
}

/** The same session in the client: it goes on by itself, and whoever watches may ask, compact and undo. */
const playOnScreen = async (settings: SettingsLayer, at: Surroundings): Promise<ExitCode> => {
  const [project, link] = await Promise.all([copyProject(), openLink({ at, name: 'rawr demo', ephemeral: true })])
  if (!link.ok) return refuse(at, link.error, EXIT.failed)
  const { client, close } = link.value
  const replay: SettingsLayer = {
    ...settings,
    compact: COMPACT,
    provider: { wire_api: 'replay', recording: RECORDING },
  }
  const open = (layer: SettingsLayer) =>
    client.submit({ type: 'thread_start', cwd: project, env: environment(at), settings: layer })
  try {
    const confined = await open(replay)
    const layer: SettingsLayer =
      confined.type === 'accepted' ? replay : { ...replay, sandbox: { mode: 'danger-full-access' } }
    const opened = confined.type === 'accepted' ? confined : await open(layer)
    if (opened.type === 'rejected') return refuse(at, opened.message, exitOfRejection(opened.code))
    // Ink and React are for who watches on a screen; line by line needs neither.
    const { runClient } = await import('@rawr/tui')
    const ending = await runClient({
      ...surroundingsOf(at, project),
      client,
      cwd: project,
      settings: layer,
      env: environment(at),
      resume: opened.thread_id,
      script: await readAsks(),
    })
    return ending.kind === 'play_demo' ? EXIT.done : exitOfEnding(ending, at)
  } finally {
    close()
  }
}

const playTurns = async (conversation: Conversation, at: Surroundings): Promise<ExitCode> => {
  for (const text of await readAsks()) {
    at.print(`\nyou      ${text}`)
    const end = await conversation.say(text)
    if (end.type === 'rejected') return refuse(at, end.message, exitOfRejection(end.code))
    const code = exitOfEvent(end.msg) ?? EXIT.failed
    if (code !== EXIT.done) return code
    await conversation.settled()
  }
  return EXIT.done
}

/** What the person says in the recording, in order. */
const readAsks = async (): Promise<readonly string[]> => {
  const recording = readRecording(await readFile(RECORDING, 'utf8'))
  if (!recording.ok) throw new Error(`${RECORDING}, line ${recording.error.line}: ${recording.error.reason}`)
  return recording.value.asks.map(({ text }) => text)
}

/** This program's own Node comes first: the project's tests need one. */
const environment = ({ env }: Surroundings): Record<string, string> => ({
  PATH: [dirname(process.execPath), env.PATH ?? '/usr/bin:/bin'].join(delimiter),
  HOME: env.HOME ?? tmpdir(),
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  NO_COLOR: '1',
  ...GIT,
})

type Tally = { turns: number; calls: number; compactions: number; usage: string }

const newTally = (): Tally => ({ turns: 0, calls: 0, compactions: 0, usage: '' })

type Reporting = { readonly watch: Tally; readonly read: ReturnType<typeof lineReader>; readonly at: Surroundings }

const report = ({ msg }: Event, { watch, read, at }: Reporting): void => {
  count(msg, watch)
  if (msg.type === 'context_compacted') at.print('')
  const line = read(msg)
  if (line !== null) at.print(line.to === 'out' ? `agent    ${line.text}` : `       ${line.text}`)
  if (msg.type === 'turn_complete' && watch.usage !== '') at.print(`context  ${watch.usage}`)
  if (msg.type === 'decision_recorded' && msg.record.outcome === 'pending') at.print(`policy   ${msg.explanation}`)
}

const count = (msg: EventMsg, tally: Tally): void => {
  if (msg.type === 'user_message' && msg.origin === 'user') tally.turns += 1
  if (msg.type === 'exec_command_end' || msg.type === 'tool_call_end' || msg.type === 'patch_apply_end')
    tally.calls += 1
  if (msg.type === 'context_compacted') tally.compactions += 1
  if (msg.type === 'token_count') tally.usage = usageText(msg.usage)
}
