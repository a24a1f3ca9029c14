/** Right or wrong, by exact match: the lexical answerer. The same probe and the same text always grade the same. */
import { hasWord, isNamed, type Matching } from './found.ts'
import type { Named, OrderProbe, Probe, RelationProbe, StatementProbe, ValueProbe } from './probe.ts'
import type { ReadOutput } from './read-output.ts'
import { bestWindowShare } from './sentences.ts'
import { SAID_WORDS_MIN, wordsSaid } from './statement.ts'

const SENTENCE_SHARE = 0.8

export type GradeOptions = { readonly matching?: Matching; readonly sentenceShare?: number }

/** For a decoy, true means that it was found: the lower the better. */
export const grade = (probe: Probe, output: ReadOutput, options: GradeOptions = {}): boolean => {
  switch (probe.kind) {
    case 'entity':
    case 'decoy':
      return output.names(probe.subject.spellings, options.matching)
    case 'relation':
      return isRelated(probe, output)
    case 'statement':
      return isStated(probe, output)
    case 'value':
      return valueGrade(probe, output) === 'current'
    case 'sentence':
      return bestWindowShare(probe.words, output.words()) >= (options.sentenceShare ?? SENTENCE_SHARE)
    case 'order':
      return isInOrder(probe, output)
    case 'verbatim':
      return output.text.includes(probe.text)
  }
}

const isRelated = ({ subject, partners }: RelationProbe, output: ReadOutput): boolean =>
  unitsWith(subject, output).some((unit) => partners.some(({ spellings }) => isNamed(unit.join('\n'), spellings)))

const unitsWith = ({ spellings }: Named, output: ReadOutput): readonly (readonly string[])[] =>
  output.linesNaming(spellings).map((line) => output.unitAt(line))

const isStated = ({ subject, partners, said }: StatementProbe, output: ReadOutput): boolean =>
  unitsWith(subject, output).some((unit) => {
    if (!partners.some(({ spellings }) => isNamed(unit.join('\n'), spellings))) return false
    const statement = unit.filter((line) => output.isStatement(line)).join('\n')
    return (
      isNamed(statement, subject.spellings) &&
      partners.some(({ spellings }) => isNamed(statement, spellings)) &&
      wordsSaid(statement).filter((word) => said.has(word)).length >= SAID_WORDS_MIN
    )
  })

export type ValueGrade = 'current' | 'stale' | 'both' | 'absent'

/** Words beside a value that say it is no longer so. */
const PAST = /\b(was|were|previously|formerly|before|earlier|old|then|superseded|had been|first)\b|→|->/i

/** `both` without an order told; a superseded value marked as past is no fault. */
export const valueGrade = ({ subject, current, superseded }: ValueProbe, output: ReadOutput): ValueGrade => {
  const units = output.linesNaming(subject.spellings).map((line) => output.lines[line] ?? '')
  const tells = (values: readonly string[], isPastToo: boolean): boolean =>
    units.some((unit) => (isPastToo || !PAST.test(unit)) && values.some((value) => hasWord(unit, value)))
  const isCurrent = tells(current, true)
  const isStale = tells(superseded, false)
  if (isCurrent) return isStale ? 'both' : 'current'
  return isStale ? 'stale' : 'absent'
}

const TURN = /\b(?:turn|t)\s?#?(\d+)\b/i

/** By place in the text, or by turn numbers on the lines where both carry one. */
const isInOrder = ({ earlier, later }: OrderProbe, output: ReadOutput): boolean => {
  const [first] = output.linesNaming(earlier.spellings)
  const last = output.linesNaming(later.spellings).at(-1)
  if (first === undefined || last === undefined) return false
  const turns = [first, last].map((line) => TURN.exec(output.lines[line] ?? '')?.[1])
  if (turns[0] !== undefined && turns[1] !== undefined) return Number(turns[0]) <= Number(turns[1])
  return first < last
}
