/**
 * The records of a Claude Code file until the last one is known, within bounds: which of them are the conversation is told
 * only then. Of the oldest of a very large file the chain is kept, and what they said let go, the user's words last.
 */
import type { Drafted } from './claude-content.ts'
import type { ClaudeRecord } from './claude-record.ts'
import { isOutputDraft } from './item-draft.ts'
import { charsOfDraft, charsToShorten, createTextLimit, SHORTENED_CHARS, shortenedOutput } from './text-limit.ts'

export type HeldRecords = {
  readonly push: (record: ClaudeRecord) => void
  readonly all: () => {
    readonly records: readonly ClaudeRecord[]
    readonly shortened: number
    readonly emptied: number
  }
}

export type RecordBounds = {
  /** Characters of large results; beyond it the oldest are shortened. */
  readonly results: number
  /** Characters of all that is no word of the user, and of the user's words. */
  readonly others: number
  readonly words: number
}

const MIB = 1024 * 1024
const BOUNDS: RecordBounds = { results: 8 * MIB, others: 16 * MIB, words: 8 * MIB }
/** What an item takes beside its text. */
const ITEM_CHARS = 300

export const createHeldRecords = (bounds: RecordBounds = BOUNDS): HeldRecords => {
  const records: ClaudeRecord[] = []
  const results = createTextLimit(bounds.results)
  const others = createTextLimit(bounds.others)
  const words = createTextLimit(bounds.words)
  let emptied = 0

  const change = (index: number, drafts: (record: ClaudeRecord) => readonly Drafted[]): void => {
    const record = records[index]
    if (record === undefined) return
    const changed = { ...record, drafts: drafts(record) }
    emptied += record.drafts.length - changed.drafts.length
    records[index] = changed
  }

  return {
    push: (record) => {
      const index = records.push(record) - 1
      const large = sum(record.drafts.map(({ draft }) => charsToShorten(draft)))
      if (large > 0) results.hold(large, () => change(index, withShortResults))
      const said = record.drafts.filter(isUsers)
      const other = record.drafts.filter((drafted) => !isUsers(drafted))
      if (other.length > 0) others.hold(weightOf(other), () => change(index, ({ drafts }) => drafts.filter(isUsers)))
      if (said.length > 0) words.hold(weightOf(said), () => change(index, () => []))
    },
    all: () => ({ records, shortened: results.shortened(), emptied }),
  }
}

const isUsers = ({ origin }: Drafted): boolean => origin === 'user'

/** A large result weighs what it weighs when shortened: that comes first. */
const weightOf = (drafts: readonly Drafted[]): number =>
  sum(drafts.map(({ draft }) => ITEM_CHARS + (charsToShorten(draft) > 0 ? SHORTENED_CHARS : charsOfDraft(draft))))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const withShortResults = ({ drafts, place }: ClaudeRecord): readonly Drafted[] =>
  drafts.map(({ draft, origin }) => ({
    draft: isOutputDraft(draft) ? shortenedOutput(draft, place.line) : draft,
    origin,
  }))
