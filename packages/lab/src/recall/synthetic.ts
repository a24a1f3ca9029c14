/**
 * A small invented session, the same for the same seed: a program of a lending library, read, edited and tested, with rules
 * of the user, values that change, and a compaction. For tests, and for what has to be injected.
 */
import { CallId, CompactionId, type HistoryItem, ItemId, type Origin, type RolloutLine } from '@rawr/protocol'
import { type Random, seededRandom } from './random.ts'

export type SyntheticOptions = {
  readonly seed: string
  /** Rounds of read, edit and test. */
  readonly rounds: number
  /** After so many rounds a compaction with a summary; absent: none. */
  readonly compactAfter?: number
}

const RULES = [
  'Never change the loan period without asking the board first.',
  'Always write reader names in full, never as initials.',
  'Please keep every migration reversible and never drop a column.',
] as const

export const syntheticSession = ({ seed, rounds, compactAfter }: SyntheticOptions): readonly RolloutLine[] => {
  const random = seededRandom(seed)
  const town = townOf(seed)
  const lines: RolloutLine[] = []
  let ids = 0
  const add = (draft: DraftItem, origin: Origin): HistoryItem => {
    ids += 1
    // A draft and its meta are an item.
    const item = { ...draft, meta: { id: ItemId.parse(`i${ids.toString(36)}`), at: ids, origin } } as HistoryItem
    return item
  }
  const write = (draft: DraftItem, origin: Origin): void => {
    lines.push({ timestamp: '', ordinal: lines.length, type: 'response_item', payload: add(draft, origin) })
  }
  for (let round = 0; round < rounds; round += 1) {
    if (round === compactAfter) {
      const text = `The reader asked for a lending library. ${partOf({ round: 0, random, town }).path} comes first.`
      const summary = add(message('user', text), 'summary')
      lines.push(compactedLine(lines.length, summary, text))
    }
    writeRound({ round, random, town, write })
  }
  return lines
}

type DraftItem = HistoryItem extends infer Item ? (Item extends unknown ? Omit<Item, 'meta'> : never) : never
type Part = { readonly round: number; readonly random: Random; readonly town: string }
type Round = Part & {
  readonly write: (draft: DraftItem, origin: Origin) => void
}

const NOUNS = ['loan', 'reader', 'shelf', 'fine', 'branch', 'copy', 'hold', 'notice'] as const
const VERBS = ['renew', 'return', 'remind', 'count', 'print', 'merge', 'close', 'check'] as const

/** The newest rounds come back to older parts, so that the future asks for the past. */
const partOf = ({ round, random, town }: Part) => {
  const noun = NOUNS[(round + Math.floor(random() * 2)) % NOUNS.length] ?? 'loan'
  const verb = VERBS[(round * 3 + Math.floor(random() * 3)) % VERBS.length] ?? 'renew'
  return { path: `/srv/library/${noun}s/${verb}-${town}.ts`, name: `${verb}${capital(noun)}${capital(town)}` }
}

const capital = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** Every session speaks of another town: names that all share would be asked by nobody. */
const townOf = (seed: string): string => {
  const random = seededRandom(`town ${seed}`)
  return Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('')
}

const SYLLABLES = ['ba', 'lo', 'mi', 'ren', 'sta', 'vor', 'ul', 'hof'] as const

const writeRound = ({ round, random, town, write }: Round): void => {
  const { path, name } = partOf({ round, random, town })
  const call = (name_: string, input: object, output: string, success: boolean): void => {
    const call_id = CallId.parse(`c${round}${name_}`)
    write({ type: 'function_call', name: name_, arguments: JSON.stringify(input), call_id }, 'assistant')
    write({ type: 'function_call_output', call_id, output, success }, 'tool')
  }
  const rule = RULES[round % RULES.length] ?? ''
  write(message('user', `Now make ${name} work in ${path}. ${rule}`), 'user')
  write(message('assistant', `I read ${path} first, because ${name} decides how long a loan may last.`), 'assistant')
  call('Read', { file_path: path }, fileText({ name, town, random }), true)
  const fixed = `export const ${name} = (days: number) => days > ${10 + round} ? ${name}Limit : days`
  call(
    'Edit',
    { file_path: path, old_string: 'return days', new_string: fixed },
    `The file ${path} has been updated.`,
    true,
  )
  const passes = random() < 0.6
  const output = passes
    ? `ok library/${name} 0.01s`
    : `FAIL library/${name} 0.02s\nerror: ${name}Limit is undefined in ${path}`
  call('Bash', { command: `go test ./library/${name}` }, output, passes)
  write(
    message('assistant', `The check of ${name} ${passes ? 'passes' : 'fails'} after ${round + 1} edits of ${path}.`),
    'assistant',
  )
}

type File = { readonly name: string; readonly town: string; readonly random: Random }

const fileText = ({ name, town, random }: File): string =>
  Array.from({ length: 12 }, (_, line) => {
    const other = `${VERBS[Math.floor(random() * VERBS.length)]}${capital(town)}${line % 3 === 0 ? 'Window' : 'Table'}`
    return `${line + 1}→const ${other}${line} = ${name}(open${line}) // rows kept for the yearly report`
  }).join('\n')

const message = (role: 'user' | 'assistant', text: string): DraftItem => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
})

const compactedLine = (ordinal: number, item: HistoryItem, text: string): RolloutLine => ({
  timestamp: '',
  ordinal,
  type: 'compacted',
  payload: {
    id: CompactionId.parse('c1'),
    trigger: 'built_in',
    requested: 'full',
    strategy: 'full',
    message: text,
    tokens_before: 0,
    tokens_after: 0,
    view: { through: null, entries: [{ kind: 'insert', item, sources: [] }] },
    anchor_hash: '',
    prompt_version: 'synthetic',
    duration_ms: 0,
  },
})
