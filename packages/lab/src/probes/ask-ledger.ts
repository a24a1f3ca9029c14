/** Probes from the typed facts of the past: files, symbols, errors, the user's words, values that changed, order. */
import { type Asked, askKeys, type Ground, namedIn } from './ask-future.ts'
import type { Fact, FactType } from './fact-log.ts'
import { keyTextsIn, pathKey } from './keys.ts'
import { commandKey, isShell, UNCLEAR } from './ledger-runs.ts'
import { contentWords } from './sentences.ts'
import type { KeyFacts, SourceIndex } from './source-index.ts'
import { eventKeys, kindOfKey } from './source-lines.ts'

export const askLedger = (ground: Ground, ledger: readonly Fact[]): readonly Asked[] => [
  ...askNames(ground, ledger),
  ...askSalient(ground, ledger),
  ...askSentences(ledger),
  ...askOrder(ground.index, ledger),
]

const NAMED_TYPES: readonly (readonly [FactType, string])[] = [
  ['file.edited', 'edited'],
  ['file.read', 'read'],
  ['symbol', 'symbols'],
]

const askNames = (ground: Ground, ledger: readonly Fact[]): readonly Asked[] => {
  const edited = new Set(ofType(ledger, 'file.edited').map(({ key }) => key))
  const typed = NAMED_TYPES.flatMap(([type, metric]) =>
    keysOf(ofType(ledger, type))
      // A file that was read and then edited is the ledger's as edited.
      .filter((key) => type !== 'file.read' || !edited.has(key))
      .flatMap((key) => entity({ ground, key, metric })),
  )
  const failing = failingKeys(ground)
  const users = [...ground.index.facts.values()].filter(({ byUser }) => byUser).map(({ key }) => key)
  const rare = (key: string): boolean => !ground.isCommon(key)
  return [
    ...typed,
    ...failing.filter(rare).flatMap((key) => entity({ ground, key, metric: 'errors' })),
    ...users.filter(rare).flatMap((key) => entity({ ground, key, metric: 'user' })),
  ]
}

const ofType = (ledger: readonly Fact[], type: FactType): readonly Fact[] => ledger.filter((fact) => fact.type === type)
const keysOf = (facts: readonly Fact[]): readonly string[] => [...new Set(facts.map(({ key }) => key))]

/** Names in what failed: a command. A call that was refused failed at nothing, and neither did a command that only looked. */
const failingKeys = ({ cut, index }: Ground): readonly string[] => {
  const calls = new Map(cut.past.flatMap((event) => (event.kind === 'call' ? [[event.callId, event] as const] : [])))
  const failed = cut.past.filter((event) => {
    if (event.kind !== 'result' || event.ok !== false) return false
    const call = calls.get(event.callId)
    return call !== undefined && isShell(call) && !isLook(commandKey(call) ?? '')
  })
  const opened = new Set(cut.past.flatMap(({ path }) => (path === undefined ? [] : [pathKey(path)])))
  // A file that nobody opened or spoke of was made up by a test.
  const isReal = (key: string): boolean => {
    const { byUser, byAgent } = index.facts.get(key) ?? {}
    return kindOfKey(key) !== 'path' || opened.has(key) || byUser === true || byAgent === true
  }
  return [...new Set(failed.flatMap((event) => [...eventKeys(event)]))].filter(isReal)
}

type EntityAsk = { readonly ground: Ground; readonly key: string; readonly metric: string }

const entity = ({ ground, key, metric }: EntityAsk): readonly Asked[] => {
  const facts = ground.index.facts.get(key)
  const event = facts === undefined ? undefined : ground.cut.past[facts.last]
  if (event === undefined) return []
  const subject = namedIn(ground.index, key)
  return [{ probe: { kind: 'entity', id: `${metric}:e:${key}`, source: event.id, subject }, metrics: [metric] }]
}

/** What stands out by structure alone: named by the user, edited, or in what failed. */
const askSalient = (ground: Ground, ledger: readonly Fact[]): readonly Asked[] => {
  const failing = new Set(failingKeys(ground))
  const edited = new Set([...keysOf(ofType(ledger, 'file.edited')), ...keysOf(ofType(ledger, 'symbol'))])
  const isSalient = ({ key, byUser }: KeyFacts): boolean => byUser || failing.has(key) || edited.has(key)
  const keys = [...ground.index.facts.values()].filter((facts) => isSalient(facts) && !ground.isCommon(facts.key))
  return askKeys(ground, keys, 'salient').filter(({ probe }) => probe.kind !== 'entity')
}

/** Shorter ones lean on the sentence before them. */
const ORDER_WORDS_MIN = 6

const askSentences = (ledger: readonly Fact[]): readonly Asked[] =>
  ofType(ledger, 'user.order').flatMap((fact): readonly Asked[] => {
    const source = fact.sources.at(-1)
    const words = contentWords(fact.key)
    if (source === undefined || words.length < ORDER_WORDS_MIN) return []
    return [{ probe: { kind: 'sentence', id: `order:${fact.id}`, source, words }, metrics: ['constraints'] }]
  })

/** At most so many early files are asked. */
const ORDER_PROBES_MAX = 5

/** What was left long ago, and what was worked on last and not touched before that: only one order is right. */
const askOrder = (index: SourceIndex, ledger: readonly Fact[]): readonly Asked[] => {
  const edits = ofType(ledger, 'file.edited').toSorted((a, b) => a.last - b.last)
  const early = edits.slice(0, Math.min(ORDER_PROBES_MAX, Math.floor(edits.length / 3)))
  return early.flatMap((earlier): readonly Asked[] => {
    const later = edits.findLast(({ first }) => first > earlier.last)
    const source = later?.sources.at(-1)
    if (later === undefined || source === undefined) return []
    const ends = { earlier: namedIn(index, earlier.key), later: namedIn(index, later.key) }
    return [{ probe: { kind: 'order', id: `before:${earlier.id}:${later.id}`, source, ...ends }, metrics: ['order'] }]
  })
}

/** The words a state may be told by. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  completed: ['completed', 'done', 'finished', 'x'],
  in_progress: ['in_progress', 'in progress', 'active', 'current', 'now'],
  pending: ['pending', 'open', 'todo', 'next', 'remaining'],
  pass: ['pass', 'passes', 'passed', 'ok', 'green'],
  fail: ['fail', 'fails', 'failed', 'failing', 'red'],
  ok: ['ok', 'passed', 'succeeded', 'exit 0'],
  failed: ['failed', 'fails', 'failing', 'exit 1'],
}

const VALUE_TYPES: ReadonlySet<FactType> = new Set(['test', 'todo', 'cmd'])

/** What such a command gave once says nothing of the work: it only looked, or moved something. */
const LOOKERS: ReadonlySet<string> = new Set(
  'awk cat chmod cp curl echo find gh git grep head jq kill ls lsof mkdir mv pkill ps pwd rg rm sed sleep tail test touch wc which'.split(
    ' ',
  ),
)

/** A line of a program given on the command line only looks, too. */
const ONE_LINER = /^(?:node|perl|python3?|ruby) -(?:c|e|m json)/

const isLook = (command: string): boolean => LOOKERS.has(command.split(' ')[0] ?? '') || ONE_LINER.test(command)

/** Changes the sources as a whole. */
const MOVES =
  /^(?:git (?:am|apply|checkout|cherry-pick|merge|pull|rebase|reset|restore|revert|stash|switch)|sed -i|patch)\b/

/** The last place where a source changed: an outcome from before says nothing of the present code. */
const lastChange = (ledger: readonly Fact[]): number =>
  ledger.reduce((last, fact) => {
    const isChange = CHANGES.has(fact.type) || (fact.type === 'cmd' && MOVES.test(fact.key))
    return isChange ? Math.max(last, fact.last) : last
  }, -1)

const CHANGES: ReadonlySet<FactType> = new Set(['file.edited', 'file.created', 'file.deleted', 'file.moved'])

/**
 * Facts whose value changed: the newest must be told, an older one must not be told as current. Outcomes only where no source
 * changed since.
 */
export const askValues = (ledger: readonly Fact[]): readonly Asked[] => {
  const changed = lastChange(ledger)
  const bySlot = new Map<string, Fact[]>()
  for (const fact of ledger)
    if (VALUE_TYPES.has(fact.type) && !(fact.type === 'cmd' && isLook(fact.key)))
      bySlot.set(`${fact.type} ${fact.key}`, [...(bySlot.get(`${fact.type} ${fact.key}`) ?? []), fact])
  return [...bySlot.values()].flatMap((facts): readonly Asked[] => {
    const last = facts.at(-1)
    const source = last?.sources.at(-1)
    if (last === undefined || source === undefined || last.value === UNCLEAR) return []
    if (last.type !== 'todo' && last.last <= changed) return []
    const before = new Set(facts.map(({ value }) => value).filter((value) => value !== UNCLEAR && value !== last.value))
    if (before.size === 0) return []
    const current = wordsOfValue(last.value)
    const superseded = [...new Set([...before].flatMap(wordsOfValue))]
    const probe = {
      kind: 'value' as const,
      id: `value:${last.id}`,
      source,
      subject: { key: last.key, spellings: [last.key, ...keyTextsIn(last.key).slice(0, 1)] },
      current,
      superseded: superseded.filter((word) => !current.includes(word)),
    }
    return [{ probe, metrics: ['values'] }]
  })
}

const wordsOfValue = (value: string): readonly string[] => STATES[value] ?? [value]
