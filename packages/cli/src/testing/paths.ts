/** The ways a conversation is compacted by itself, as scripts: what is set, what the model does, what the user says. */
import type { SettingsLayer, Trigger } from '@rawr/protocol'
import { openPathBench, type PathClient } from './path-bench.ts'
import { call, linesOf, message, type PathAnswers, type PathRequest } from './path-model.ts'

export type Path = {
  /** Also the name of its golden file. */
  readonly name: string
  readonly settings: SettingsLayer
  readonly answers: PathAnswers
  readonly says: readonly string[]
  readonly triggers: readonly Trigger[]
}

/** Fills a good part of the window with output. */
const READS = [call('shell', { command: 'seq 10000 14000' })]
const COMMITS = call('shell', { command: 'git init -q && git commit -q --allow-empty -m done' })
const DONE = message('The parser is done.')

/** What the agent says last, so that nothing happens in the middle of its turn. */
const SAID_DONE = { requires_any_boundary: ['agent_done' as const] }
const AT_ITS_END = { early: SAID_DONE, ready: SAID_DONE, asap: SAID_DONE }
const JUDGED = { ...SAID_DONE, decision_prompt_path: 'judgment.md' }

const layer = (
  rawr_auto_compaction: SettingsLayer['rawr_auto_compaction'],
  features: SettingsLayer['features'] = {},
): SettingsLayer => ({
  compact: { mode: 'extractive', max_tail_messages: 2 },
  // The cheap clearing of old outputs would take the pressure away.
  features: { micro_compact: false, ...features },
  rawr_auto_compaction: { scratch_write_enabled: false, ...rawr_auto_compaction },
})

const WORK: PathAnswers = { work: [[...READS, COMMITS], [DONE], [message('The tests are next.')]] }
const SAYS = ['Add a parser', 'Now its tests']

export const PATHS: readonly Path[] = [
  {
    name: '1-suggest',
    settings: layer({ mode: 'suggest', policy: { early: {}, ready: {}, asap: SAID_DONE } }),
    answers: { work: [READS, [DONE], [message('The tests are next.')]] },
    says: SAYS,
    triggers: [],
  },
  {
    name: '2-watcher-packet',
    settings: layer({ packet_author: 'watcher', policy: AT_ITS_END }),
    answers: WORK,
    says: SAYS,
    triggers: ['auto_watcher'],
  },
  {
    name: '2-watcher-packet-with-notes',
    settings: layer({ packet_author: 'watcher', scratch_write_enabled: true, policy: AT_ITS_END }),
    answers: WORK,
    says: SAYS,
    triggers: ['auto_watcher'],
  },
  {
    name: '3-agent-packet',
    settings: layer({ packet_author: 'agent', policy: AT_ITS_END }),
    answers: WORK,
    says: SAYS,
    triggers: ['auto_watcher'],
  },
  {
    name: '3-agent-packet-with-notes',
    settings: layer({ packet_author: 'agent', scratch_write_enabled: true, policy: AT_ITS_END }),
    answers: WORK,
    says: SAYS,
    triggers: ['auto_watcher'],
  },
  {
    name: '4-preflight',
    settings: layer({
      packet_author: 'watcher',
      policy: { early: {}, ready: {}, asap: { requires_any_boundary: ['turn_complete'] } },
    }),
    answers: { work: [READS, [DONE], [message('The tests are next.')]] },
    says: SAYS,
    triggers: ['auto_watcher'],
  },
  {
    name: '5-mid-turn',
    settings: layer({}),
    answers: { work: [[...READS, COMMITS], [DONE], [message('The tests are next.')]] },
    says: SAYS,
    triggers: ['mid_turn'],
  },
  {
    name: '6-built-in',
    settings: {
      ...layer({}, { rawr_auto_compaction: false }),
      compact: { mode: 'extractive', max_tail_messages: 2, auto_compact_threshold: 10_000 },
    },
    answers: { work: [READS, [DONE], [message('The tests are next.')]] },
    says: SAYS,
    triggers: ['built_in'],
  },
  {
    name: 'ux-a-judged-then-agent',
    settings: layer({ packet_author: 'agent', policy: { early: JUDGED, ready: JUDGED, asap: JUDGED } }),
    answers: WORK,
    says: SAYS,
    triggers: ['auto_watcher'],
  },
  {
    name: 'ux-a-vetoed',
    settings: layer({ packet_author: 'agent', policy: { early: JUDGED, ready: JUDGED, asap: JUDGED } }),
    answers: { ...WORK, verdict: () => JSON.stringify({ should_compact: false, reason: 'In the middle of it.' }) },
    says: SAYS,
    triggers: [],
  },
]

export const pathNamed = (name: string): Path => {
  const path = PATHS.find((one) => one.name === name)
  if (path === undefined) throw new Error(`there is no path ${name}`)
  return path
}

export type Played = {
  /** The requests as lines. */
  readonly told: string
  readonly requests: readonly PathRequest[]
  readonly compactions: readonly Trigger[]
  readonly breaches: readonly string[]
  readonly seenByFirst: readonly string[]
  readonly seenBySecond: readonly string[]
  readonly isDropped: boolean
  /** How each turn of the user ended. */
  readonly ends: readonly string[]
  readonly logged: number
  readonly state: string
}

export type PlayOptions = { readonly second?: boolean; readonly dropAfter?: number }

export const playPath = async (path: Path, { second = false, dropAfter }: PlayOptions = {}): Promise<Played> => {
  const bench = await openPathBench({ answers: path.answers, settings: path.settings, dropAfter })
  const { client, model } = bench
  const other = second ? await bench.join() : null
  const ends: string[] = []
  for (const text of path.says) {
    ends.push((await client.say(text)).type)
    await client.settled()
  }
  if (other !== null) await other.settled()
  const told = model.requests.map((request, at) => [
    `request ${at + 1} ${linesOf(request)[0]}`,
    ...linesOf(request).slice(1),
  ])
  const seenByFirst = loggedTypes(client)
  // What the driver saw last may still be on its way to the other.
  const seenBySecond = other === null ? [] : await caughtUp(other, seenByFirst.length)
  const state = client.state()
  const { requests } = model
  const isDropped = bench.dropped()
  const compactions = client.events.flatMap(({ msg }) => (msg.type === 'context_compacted' ? [msg.report.trigger] : []))
  const breaches = await bench.close()
  return {
    told: `${told.map((lines) => lines.join('\n')).join('\n\n')}\n`,
    requests,
    compactions,
    breaches,
    seenByFirst,
    seenBySecond,
    isDropped,
    ends,
    logged: seenByFirst.length,
    state,
  }
}

const loggedTypes = ({ events }: PathClient): readonly string[] =>
  events.flatMap(({ seq, msg }) => (seq === undefined ? [] : [`${seq} ${msg.type}`]))

const caughtUp = async (client: PathClient, count: number): Promise<readonly string[]> => {
  while (loggedTypes(client).length < count) await new Promise((resolve) => setImmediate(resolve))
  return loggedTypes(client)
}
