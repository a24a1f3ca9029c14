/**
 * LexRank, BM25 and MMR as published: centrality among sentences, nearness to the last request, novelty. Over the small
 * pool such methods are given: sentences of user and agent and the heads of calls.
 */
import type { SessionEvent } from '../../probes/normal-form.ts'
import { contentWords } from '../../probes/sentences.ts'
import { bareLine, sourceLines } from '../../probes/source-lines.ts'
import { offline } from '../compactor.ts'
import { lineTokens } from '../fit.ts'
import { memoEvents } from '../memo-events.ts'
import { inOrder, LINE_CHARS_MAX, type Unit } from '../units.ts'

const UNITS_MAX = 1_200
const EDGE_MIN = 0.1
const DAMPING = 0.85
const ROUNDS = 20
const NOVELTY = 0.5
const BM25_K = 1.2
const BM25_B = 0.75

type Vector = ReadonlyMap<string, number>

export const ranked = offline('LexRank + BM25 + MMR', ({ events, budgetTokens, count }) => {
  const { units, near, scores } = scored(events)
  const chosen = chooseNovel({ units, scores, near, room: budgetTokens, cost: (unit) => lineTokens(unit.text, count) })
  return {
    text: inOrder(chosen)
      .map(({ text }) => text)
      .join('\n'),
  }
})

const scored = memoEvents((events) => {
  const units = smallPool(events)
  const words = units.map(({ text }) => contentWords(text))
  const near = neighboursOf(vectorsOf(words))
  const central = scaled(centrality(near))
  const query = contentWords(events.findLast(({ kind }) => kind === 'user')?.text ?? '')
  const relevant = scaled(bm25(words, query))
  return { units, near, scores: units.map((_, at) => ((central[at] ?? 0) + (relevant[at] ?? 0)) / 2) }
})

/** The newest {@link UNITS_MAX}: centrality is quadratic. */
const smallPool = (events: readonly SessionEvent[]): readonly Unit[] => {
  const units = new Map<string, Unit>()
  for (const [place, event] of events.entries()) {
    if (event.kind !== 'user' && event.kind !== 'say' && event.kind !== 'call') continue
    const lines = event.kind === 'call' ? sourceLines(event).slice(0, 1) : sourceLines(event)
    for (const [line, { text: whole, keys }] of lines.entries()) {
      const text = bareLine(whole)
      if (text.length > LINE_CHARS_MAX || contentWords(text).length < 3) continue
      units.delete(text)
      units.set(text, { text, keys, event: place, line })
    }
  }
  return [...units.values()].slice(-UNITS_MAX)
}

const vectorsOf = (words: readonly (readonly string[])[]): readonly Vector[] => {
  const documents = new Map<string, number>()
  for (const list of words) for (const word of list) documents.set(word, (documents.get(word) ?? 0) + 1)
  return words.map((list) => {
    const weights = list.map((word) => [word, Math.log(1 + words.length / (documents.get(word) ?? 1))] as const)
    const norm = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    return new Map(weights.map(([word, weight]) => [word, weight / norm]))
  })
}

type Neighbours = readonly ReadonlyMap<number, number>[]

/** Cosines above {@link EDGE_MIN}, through the words two units share. */
const neighboursOf = (vectors: readonly Vector[]): Neighbours => {
  const postings = new Map<string, (readonly [number, number])[]>()
  const near: Map<number, number>[] = vectors.map(() => new Map())
  for (const [at, vector] of vectors.entries()) {
    const sums = new Map<number, number>()
    for (const [word, weight] of vector) {
      const list = postings.get(word) ?? []
      for (const [other, otherWeight] of list) sums.set(other, (sums.get(other) ?? 0) + weight * otherWeight)
      list.push([at, weight])
      postings.set(word, list)
    }
    for (const [other, cosine] of sums) {
      if (cosine < EDGE_MIN) continue
      near[at]?.set(other, cosine)
      near[other]?.set(at, cosine)
    }
  }
  return near
}

const centrality = (near: Neighbours): readonly number[] => {
  const size = near.length
  const degrees = near.map((edges) => [...edges.values()].reduce((sum, weight) => sum + weight, 0) || 1)
  let ranks = near.map(() => 1 / size)
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = near.map((edges) => {
      let sum = 0
      for (const [other, weight] of edges) sum += (weight / (degrees[other] ?? 1)) * (ranks[other] ?? 0)
      return (1 - DAMPING) / size + DAMPING * sum
    })
    ranks = next
  }
  return ranks
}

const bm25 = (words: readonly (readonly string[])[], query: readonly string[]): readonly number[] => {
  const average = words.reduce((sum, list) => sum + list.length, 0) / (words.length || 1)
  const sets = words.map((list) => new Set(list))
  const idf = new Map(
    query.map((word) => {
      const having = sets.filter((set) => set.has(word)).length
      return [word, Math.log(1 + (words.length - having + 0.5) / (having + 0.5))]
    }),
  )
  return sets.map((set) => {
    const norm = BM25_K * (1 - BM25_B + (BM25_B * set.size) / (average || 1))
    return query.reduce(
      (sum, word) => sum + (set.has(word) ? ((idf.get(word) ?? 0) * (BM25_K + 1)) / (1 + norm) : 0),
      0,
    )
  })
}

const scaled = (values: readonly number[]): readonly number[] => {
  const most = values.reduce((best, value) => Math.max(best, value), 0)
  return most === 0 ? values : values.map((value) => value / most)
}

type Novel = {
  readonly units: readonly Unit[]
  readonly scores: readonly number[]
  readonly near: Neighbours
  readonly room: number
  readonly cost: (unit: Unit) => number
}

const chooseNovel = ({ units, scores, near, room, cost }: Novel): readonly Unit[] => {
  const chosen: Unit[] = []
  const repeated = units.map(() => 0)
  const open = new Set(units.keys())
  let left = room
  while (open.size > 0) {
    let best = -1
    let bestScore = -Infinity
    for (const at of open) {
      const score = (1 - NOVELTY) * (scores[at] ?? 0) - NOVELTY * (repeated[at] ?? 0)
      if (score > bestScore) [best, bestScore] = [at, score]
    }
    open.delete(best)
    const unit = units[best]
    if (unit === undefined) break
    const tokens = cost(unit)
    if (tokens > left) continue
    left -= tokens
    chosen.push(unit)
    for (const [other, cosine] of near[best] ?? []) repeated[other] = Math.max(repeated[other] ?? 0, cosine)
  }
  return chosen
}
