/** Probes from what the agent itself used next: names of the past that stand in its later calls and words. */
import type { ItemId } from '@rawr/protocol'
import type { Cut } from './cut.ts'
import { spellingsOf } from './found.ts'
import { usedLines } from './future-use.ts'
import { isShown, type SessionEvent } from './normal-form.ts'
import type { Named, Probe } from './probe.ts'
import type { KeyFacts, SourceIndex } from './source-index.ts'
import { UNIT_CHARS_MAX } from './source-lines.ts'
import { SAID_MIN, SAID_WORDS_MIN, wordsSaid } from './statement.ts'
import { type NaturedLine, naturedLines } from './telling.ts'

/** A probe and the figures it counts in. */
export type Asked = { readonly probe: Probe; readonly metrics: readonly string[] }

/** A fact last named before this many tokens of the past is far: no tail of a small budget holds it. */
export const FAR_TOKENS = 8_000

export type Ground = {
  readonly cut: Cut
  readonly index: SourceIndex
  /** Names that a quarter of all sessions share: asking for them would ask nothing. */
  readonly isCommon: (key: string) => boolean
}

/** Names of the past that the agent used after the cut, and did not make itself there. */
export const neededKeys = ({ cut, index, isCommon }: Ground): readonly KeyFacts[] => {
  const used = new Set(usedLines(cut).flatMap(({ keys }) => keys))
  return [...index.facts.values()].filter(({ key }) => used.has(key) && !isCommon(key))
}

const isFar = (facts: KeyFacts, cut: Cut): boolean => (cut.tokensBehind[facts.last] ?? 0) > FAR_TOKENS

/** Without statements: that a name is used next does not say that its company is. Pairs ask for both. */
export const askFuture = (ground: Ground): readonly Asked[] =>
  askKeys(ground, neededKeys(ground), 'future').filter(({ probe }) => probe.kind !== 'statement')

/** Entity, relation and statement probes for each key; those of one group differ only in their metrics' prefix. */
export const askKeys = (ground: Ground, keys: readonly KeyFacts[], group: string): readonly Asked[] => {
  const said = saidOf(ground, new Set(keys.map(({ key }) => key)))
  return keys.flatMap((facts): readonly Asked[] => {
    const subject = namedIn(ground.index, facts.key)
    const source = sourceOf(ground.cut, facts)
    const far = isFar(facts, ground.cut)
    const metrics = (kind: string): readonly string[] =>
      far ? [`${group}.${kind}`, `${group}.${kind}.far`] : [`${group}.${kind}`]
    const base = { source, subject }
    const entity: Asked = {
      probe: { ...base, kind: 'entity', id: `${group}:e:${facts.key}` },
      metrics: metrics('entity'),
    }
    if (facts.partners.length === 0) return [entity]
    const partners = facts.partners.map((key) => namedIn(ground.index, key))
    return [
      entity,
      { probe: { ...base, kind: 'relation', id: `${group}:r:${facts.key}`, partners }, metrics: metrics('relation') },
      ...(said.has(facts.key)
        ? [
            {
              probe: {
                ...base,
                kind: 'statement' as const,
                id: `${group}:s:${facts.key}`,
                partners,
                said: said.get(facts.key) ?? new Set(),
              },
              metrics: metrics('statement'),
            },
          ]
        : []),
    ]
  })
}

export const namedIn = (index: SourceIndex, key: string): Named => ({
  key,
  spellings: spellingsOf(key, index.uniqueBases),
})

const sourceOf = (cut: Cut, { last }: Pick<KeyFacts, 'last'>): ItemId => {
  const event = cut.past[last]
  if (event === undefined) throw new Error(`no event ${last} in cut ${cut.id}`)
  return event.id
}

/** Short enough to be a statement, and no command, log or doubt. */
export const tells = ({ nature, text }: NaturedLine): boolean => nature === 'telling' && text.length < UNIT_CHARS_MAX

/** For each key the words on source lines that name it with a partner, and on lines beside them that name one of the two. */
const saidOf = ({ cut, index }: Ground, keys: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const said = new Map<string, Set<string>>()
  for (const event of cut.past.filter(isShown)) takeSaid({ event, index, keys, said })
  for (const [key, words] of said) if (words.size < SAID_MIN) said.delete(key)
  return said
}

type TakeSaid = {
  readonly event: SessionEvent
  readonly index: SourceIndex
  readonly keys: ReadonlySet<string>
  readonly said: Map<string, Set<string>>
}

const takeSaid = ({ event, index, keys, said }: TakeSaid): void => {
  const lines = naturedLines(event)
  for (const [at, line] of lines.entries()) {
    if (line.keys.length < 2 || !tells(line)) continue
    for (const key of line.keys) {
      if (!keys.has(key)) continue
      const partners = index.facts.get(key)?.partners ?? []
      if (!line.keys.some((other) => partners.includes(other))) continue
      // A neighbour that names neither speaks of something else.
      const isOfPair = (other: string): boolean => other === key || partners.includes(other)
      const near = [lines[at - 1], line, lines[at + 1]].flatMap((one) =>
        one === undefined || !tells(one) || !one.keys.some(isOfPair) ? [] : wordsSaid(one.text),
      )
      if (new Set(near).size < SAID_WORDS_MIN) continue
      said.set(key, new Set([...(said.get(key) ?? []), ...near]))
    }
  }
}
