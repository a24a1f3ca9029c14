/** Track V: does a self-check find a summary that was damaged on purpose? The check comes in; here is the damage, and a plain one. */
import type { Cut } from '../../probes/cut.ts'
import { baseName, keysIn } from '../../probes/keys.ts'
import { factLedger } from '../../probes/ledger.ts'
import { type SessionEvent, seenText } from '../../probes/normal-form.ts'
import type { Row } from '../examine.ts'
import { memoEvents } from '../memo-events.ts'
import { hashOf, type Random, seededRandom } from '../random.ts'
import { futureCutsOf } from '../session-set.ts'
import { groundOf, sightOf, type TrackRun } from './recorded-and-future.ts'

export type Verifier = {
  readonly name: string
  /** What is wrong with the text, in words; nothing when it is sound. */
  readonly findings: (past: readonly SessionEvent[], pins: readonly string[], text: string) => readonly string[]
}

export type DamageKind = 'dropped pin' | 'changed digit' | 'swapped path' | 'invented symbol'

export type Damage = { readonly kind: DamageKind; readonly text: string }

/** Every damage the text has room for. */
export const damaged = (text: string, pin: string, random: Random): readonly Damage[] => {
  const made: Damage[] = [
    { kind: 'dropped pin', text: text.replace(pin, '') },
    {
      kind: 'invented symbol',
      text: `${text}\nThe call goes through resolveLedgerShim${Math.floor(random() * 1_000)}X.`,
    },
  ]
  const hash = keysIn(text).find(({ kind }) => kind === 'hash')
  if (hash !== undefined) made.push({ kind: 'changed digit', text: text.replaceAll(hash.text, nextDigits(hash.text)) })
  const path = keysIn(text).find(({ kind }) => kind === 'path')
  if (path !== undefined)
    made.push({
      kind: 'swapped path',
      text: text.replaceAll(path.text, path.text.replace(/[\w-]+\.(\w+)$/, 'misplaced-page.$1')),
    })
  return made
}

const nextDigits = (text: string): string => text.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10))

const NEVER_SEEN = 'never seen:'

/** Looks for names the past never had, and for pins and edited files that are gone. */
export const plainVerifier: Verifier = {
  name: 'plain',
  findings: (past, pins, text) => {
    const { source, edited } = readPast(past)
    const known = `${source}\n${pins.join('\n')}`
    return [
      ...pins.filter((pin) => !text.includes(pin)).map((pin) => `pin is gone: ${pin}`),
      ...[...new Set(keysIn(text).map((key) => key.text))]
        .filter((key) => !known.includes(key))
        .map((key) => `${NEVER_SEEN} ${key}`),
      ...edited.filter((key) => !text.includes(baseName(key))).map((key) => `edited file is gone: ${key}`),
    ]
  },
}

const readPast = memoEvents((past) => ({
  source: seenText(past),
  edited: [...new Set(factLedger(past).flatMap(({ type, key }) => (type === 'file.edited' ? [key] : [])))],
}))

const BUDGET_TOKENS = 4_000
const PIN = 'Pinned: the reading room closes at nine on weekdays.'

export const runVerifier = async ({
  set,
  arms,
  count,
  verifier,
}: TrackRun & { readonly verifier: Verifier }): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const cut of futureCutsOf(set, count)) {
    const sight = sightOf(set, groundOf(set, cut))
    for (const one of arms) {
      const compactor = one.compactorFor(sight)
      if (compactor === null) continue
      const output = await compactor.compact({ events: cut.past, budgetTokens: BUDGET_TOKENS, count, pins: [PIN] })
      // Sound to begin with: the pin is there whether or not the arm knows of pins.
      const text = output.text.includes(PIN) ? output.text : `${PIN}\n${output.text}`
      const before = verifier.findings(cut.past, [PIN], text)
      const plants = damaged(text, PIN, seededRandom(cut.id))
      const answers = plants.map((damage) => isFound({ verifier, cut, before, damage }))
      const bits = answers.map((answer) => (answer ? '1' : '0')).join('')
      rows.push({
        track: 'V',
        session: cut.session,
        cut: cut.id,
        arm: one.name,
        budgetTokens: BUDGET_TOKENS,
        tokens: count(text),
        over: false,
        scores: {
          'damage found': { hits: answers.filter(Boolean).length, total: answers.length },
          'false alarms': { hits: before.some(isAlarm) ? 1 : 0, total: 1 },
        },
        answers: bits,
        answersHash: hashOf(bits),
      })
    }
  }
  return rows
}

/** A name the past never had, in a text that nobody damaged. */
const isAlarm = (finding: string): boolean => finding.startsWith(NEVER_SEEN)

type Found = {
  readonly verifier: Verifier
  readonly cut: Cut
  readonly before: readonly string[]
  readonly damage: Damage
}

/** Damage counts as found when it brings a finding that the undamaged text has not. */
const isFound = ({ verifier, cut, before, damage }: Found): boolean =>
  verifier.findings(cut.past, [PIN], damage.text).some((finding) => !before.includes(finding))
