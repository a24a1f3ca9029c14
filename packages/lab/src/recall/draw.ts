/** Probes drawn by seed for a reader to judge, each beside the line that says it and the line that used it. */
import { type Asked, askFuture, type Ground } from '../probes/ask-future.ts'
import { askLedger, askValues } from '../probes/ask-ledger.ts'
import { askPairs } from '../probes/ask-pairs.ts'
import type { CountTokens, Cut } from '../probes/cut.ts'
import { isNamed } from '../probes/found.ts'
import { factLedger } from '../probes/ledger.ts'
import type { SessionEvent } from '../probes/normal-form.ts'
import type { Named, Probe } from '../probes/probe.ts'
import { bestWindowShare, sentencesOf, wordsOf } from '../probes/sentences.ts'
import { type Random, seededRandom, shuffled } from './random.ts'
import { futureCutsOf, recordedCutsOf, type SessionSet } from './session-set.ts'
import { groundOf } from './tracks/recorded-and-future.ts'

/** The kinds that have a source line; a decoy has none, and a planted rule is its own. In turn, the primary ones first. */
const DRAWN_KINDS = ['pair', 'statement', 'relation', 'entity', 'sentence', 'value', 'order'] as const

/** A line with its neighbours, and the event it stands in. */
export type Quote = { readonly event: SessionEvent; readonly lines: readonly string[] }

export type Drawn = {
  readonly cut: string
  readonly session: string
  /** The probe's, but `pair` for the statements that ask for two names used together. */
  readonly kind: string
  readonly probe: Probe
  readonly metrics: readonly string[]
  /** The newest first. */
  readonly said: readonly Quote[]
  /** What the agent called or said after the cut. */
  readonly used: readonly Quote[]
}

export type Draw = {
  readonly set: SessionSet
  readonly count: CountTokens
  readonly seed: string
  readonly total: number
  /** Only what counts in this figure, instead of every kind in turn. */
  readonly metric?: string | undefined
}

/** Kinds in turn and sessions in turn; then one of its cuts and one of its probes by chance. Nothing is drawn twice. */
export const drawProbes = ({ set, count, seed, total, metric }: Draw): readonly Drawn[] => {
  const random = seededRandom(seed)
  const cuts = [...recordedCutsOf(set, count), ...futureCutsOf(set, count)]
  let queue = shuffled([...new Set(cuts.map(({ session }) => session))], random)
  const drawn: Drawn[] = []
  const taken = new Set<string>()
  for (let turn = 0; turn < total; turn += 1) {
    const kind = DRAWN_KINDS[turn % DRAWN_KINDS.length]
    const isWanted = ({ probe, metrics }: Asked): boolean =>
      metric === undefined ? kindOf(probe) === kind : metrics.includes(metric)
    for (const session of queue) {
      const own = cuts.filter((cut) => cut.session === session)
      const one = drawFrom({ set, cuts: own, isWanted, random, taken })
      if (one === null) continue
      drawn.push(one)
      taken.add(slotOf(one))
      queue = [...queue.filter((name) => name !== session), session]
      break
    }
  }
  return drawn
}

const slotOf = ({ session, probe }: Pick<Drawn, 'session' | 'probe'>): string => `${session} ${probe.id}`

type DrawFrom = {
  readonly set: SessionSet
  /** Of one session. */
  readonly cuts: readonly Cut[]
  readonly isWanted: (asked: Asked) => boolean
  readonly random: Random
  readonly taken: ReadonlySet<string>
}

const drawFrom = ({ set, cuts, isWanted, random, taken }: DrawFrom): Drawn | null => {
  for (const cut of shuffled(cuts, random)) {
    const asked = askedAt(groundOf(set, cut)).filter(
      (one) => isWanted(one) && !taken.has(slotOf({ session: cut.session, probe: one.probe })),
    )
    const one = asked[Math.floor(random() * asked.length)]
    if (one === undefined) continue
    const { session, id } = cut
    return {
      cut: id,
      session,
      kind: kindOf(one.probe),
      ...one,
      said: saidOf(cut, one.probe),
      used: usedOf(cut, one.probe),
    }
  }
  return null
}

const askedAt = (ground: Ground): readonly Asked[] => {
  const ledger = factLedger(ground.cut.past)
  return [...askFuture(ground), ...askPairs(ground), ...askLedger(ground, ledger), ...askValues(ledger)]
}

const kindOf = ({ kind, id }: Probe): string => (id.startsWith('pair:') ? 'pair' : kind)

const QUOTES_MAX = 3
const LINES_AROUND = 2

const saidOf = (cut: Cut, probe: Probe): readonly Quote[] =>
  quotes(
    cut.past.toReversed().filter(({ id }) => probe.kind !== 'sentence' || id === probe.source),
    probe,
  )

const usedOf = (cut: Cut, probe: Probe): readonly Quote[] =>
  quotes(
    cut.future.filter(({ kind }) => kind === 'call' || kind === 'say'),
    probe,
  )

const quotes = (events: readonly SessionEvent[], probe: Probe): readonly Quote[] => {
  const found: Quote[] = []
  for (const event of events) {
    const lines = event.text.split('\n')
    const at = lines.findLastIndex((line) => isOf(line, probe))
    if (at === -1) continue
    found.push({ event, lines: lines.slice(Math.max(0, at - LINES_AROUND), at + LINES_AROUND + 1) })
    if (found.length === QUOTES_MAX) break
  }
  return found
}

const names = (line: string, { spellings }: Named): boolean => isNamed(line, spellings)

/** Whether a line is what the probe asks for. */
const isOf = (line: string, probe: Probe): boolean => {
  switch (probe.kind) {
    case 'relation':
    case 'statement':
      return names(line, probe.subject) && probe.partners.some((partner) => names(line, partner))
    case 'entity':
    case 'value':
    case 'decoy':
      return names(line, probe.subject)
    case 'order':
      return names(line, probe.earlier) || names(line, probe.later)
    case 'sentence':
      return sentencesOf(line).some((sentence) => bestWindowShare(probe.words, wordsOf(sentence)) === 1)
    case 'verbatim':
      return line.includes(probe.text)
  }
}
