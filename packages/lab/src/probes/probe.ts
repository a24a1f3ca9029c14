/** The questions an examiner asks of a compacted text, each with exactly one way to be right. */
import type { ItemId } from '@rawr/protocol'

type Asked = {
  /** Unique among the probes of one cut. */
  readonly id: string
  /** The newest event that says it: where a reader checks. */
  readonly source: ItemId
}

/** Any of the spellings counts. */
export type Named = { readonly key: string; readonly spellings: readonly string[] }

/** Is the thing named at all? Gameable by a list of names: reported, never a headline. */
export type EntityProbe = Asked & { readonly kind: 'entity'; readonly subject: Named }

/** Does the thing stand beside one of the things it stood beside? */
export type RelationProbe = Asked & {
  readonly kind: 'relation'
  readonly subject: Named
  readonly partners: readonly Named[]
}

/**
 * A relation that a reader could understand: beside both names stands something of what the source said of them. The
 * word sets are of the lines that name the subject together with a partner.
 */
export type StatementProbe = Asked & {
  readonly kind: 'statement'
  readonly subject: Named
  readonly partners: readonly Named[]
  readonly said: ReadonlySet<string>
}

/** Is the current value told with its subject, and no superseded one told as current? */
export type ValueProbe = Asked & {
  readonly kind: 'value'
  readonly subject: Named
  readonly current: readonly string[]
  readonly superseded: readonly string[]
}

/** Are the user's words still there? */
export type SentenceProbe = Asked & { readonly kind: 'sentence'; readonly words: readonly string[] }

/** Are two dated facts told in the order they happened in? */
export type OrderProbe = Asked & { readonly kind: 'order'; readonly earlier: Named; readonly later: Named }

/** Is a text there byte for byte? */
export type VerbatimProbe = Asked & { readonly kind: 'verbatim'; readonly text: string }

/** A name of another session, which nothing may claim to have kept. */
export type DecoyProbe = Asked & { readonly kind: 'decoy'; readonly subject: Named }

export type Probe =
  | EntityProbe
  | RelationProbe
  | StatementProbe
  | ValueProbe
  | SentenceProbe
  | OrderProbe
  | VerbatimProbe
  | DecoyProbe
