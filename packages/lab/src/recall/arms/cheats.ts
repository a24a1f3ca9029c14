/** Arms that no one should ship. Each wins some metric; a metric that a cheat wins is demoted. */
import { isShown, type SessionEvent } from '../../probes/normal-form.ts'
import { sourceLines } from '../../probes/source-lines.ts'
import { wordsSaid } from '../../probes/statement.ts'
import { type Arm, type CompactorInput, offline } from '../compactor.ts'
import { fitStart, lineTokens } from '../fit.ts'
import { seededRandom, shuffled } from '../random.ts'
import { inOrder, LINE_CHARS_MAX, type Unit } from '../units.ts'
import { renderedLines } from './tail.ts'
import { rankedKeys } from './weights.ts'

/** All names, best first, on one line: no two of them are said to belong together. */
export const bagOfEntities: Arm = {
  name: 'bag of entities',
  nature: 'cheat',
  compactorFor: ({ index, isCommon }) =>
    offline('bag of entities', ({ events, budgetTokens, count }) => {
      const names = rankedKeys(index, events.length, isCommon).map(({ facts }) => facts.key)
      return { text: fitWords(names, budgetTokens, count) }
    }),
}

const fitWords = (words: readonly string[], budgetTokens: number, count: (text: string) => number): string => {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (count(words.slice(0, middle).join(' ')) <= budgetTokens) low = middle
    else high = middle - 1
  }
  return words.slice(0, low).join(' ')
}

/** Each name with the one it stands beside most often, a line a pair. */
export const keyPartnerPairs: Arm = {
  name: 'key-partner pairs',
  nature: 'cheat',
  compactorFor: ({ index, isCommon }) =>
    offline('key-partner pairs', ({ events, budgetTokens, count }) => {
      const lines: string[] = []
      const paired = new Set<string>()
      for (const { facts } of rankedKeys(index, events.length, isCommon)) {
        const [partner] = facts.partners
        if (partner === undefined || paired.has(facts.key)) continue
        lines.push(`${facts.key} ${partner}`)
        paired.add(facts.key)
        if (index.facts.get(partner)?.partners[0] === facts.key) paired.add(partner)
      }
      return { text: fitStart(lines.join('\n'), budgetTokens, count).text }
    }),
}

/** The pairs again, each dressed as a sentence with words the source has beside them: what the statement probe must see through. */
export const dressedPairs: Arm = {
  name: 'pairs dressed as sentences',
  nature: 'cheat',
  compactorFor: ({ cut, index, isCommon }) =>
    offline('pairs dressed as sentences', ({ events, budgetTokens, count }) => {
      const said = saidBeside(cut.past)
      const lines = rankedKeys(index, events.length, isCommon).flatMap(({ facts }) =>
        facts.partners.slice(0, 1).map((partner) => {
          const [first = '', second = ''] = said.get(facts.key) ?? []
          return `the ${facts.key} and ${partner} with ${first} and ${second}`
        }),
      )
      return { text: fitStart(lines.join('\n'), budgetTokens, count).text }
    }),
}

/** Two words from a line that names the key among others. */
const saidBeside = (events: readonly SessionEvent[]): ReadonlyMap<string, readonly string[]> => {
  const said = new Map<string, readonly string[]>()
  for (const event of events)
    for (const { text, keys } of sourceLines(event))
      if (keys.length > 1) for (const key of keys) if (!said.has(key)) said.set(key, wordsSaid(text).slice(0, 2))
  return said
}

export const randomLines: Arm = {
  name: 'random lines',
  nature: 'cheat',
  compactorFor: ({ cut }) => offline('random lines', (input) => ({ text: randomText(input, cut.id) })),
}

const randomText = ({ events, budgetTokens, count }: CompactorInput, seed: string): string => {
  const units = events
    .filter(isShown)
    .flatMap((event, place) =>
      event.text
        .split('\n')
        .flatMap((text, line): readonly Unit[] =>
          text.trim() === '' || text.length > LINE_CHARS_MAX ? [] : [{ text, keys: [], event: place, line }],
        ),
    )
  const chosen: Unit[] = []
  let left = budgetTokens
  for (const unit of shuffled(units, seededRandom(seed))) {
    const tokens = lineTokens(unit.text, count)
    if (tokens > left) continue
    chosen.push(unit)
    left -= tokens
    if (left <= 0) break
  }
  return inOrder(chosen)
    .map(({ text }) => text)
    .join('\n')
}

export const otherSummary: Arm = {
  name: "another session's summary",
  nature: 'cheat',
  compactorFor: ({ foreignSummary }) =>
    foreignSummary === undefined ? null : offline("another session's summary", () => ({ text: foreignSummary })),
}

/** Everything: every probe must be right, or the probe is at fault. Takes no budget. */
export const wholePast: Arm = {
  name: 'whole past',
  nature: 'cheat',
  compactorFor: () => offline('whole past', ({ events }) => ({ text: renderedLines(events).join('\n') })),
}
