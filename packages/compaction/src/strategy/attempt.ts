/**
 * One rung of the ladder as a finished view with its figures. Where an exact count is given, the budget is met to the
 * token: the attempt is repeated with less until the written text fits.
 */
import type { HistoryItem, ItemId, Tokens } from '@rawr/protocol'
import { isBudgetGiven } from '../budget.ts'
import { handoffItem } from '../handoff-item.ts'
import { itemAt, positionOf } from '../history/history.ts'
import { repairPairs } from '../history/repair.ts'
import type { Rung } from '../ladder.ts'
import { pinnedFacts } from '../pins.ts'
import type { PlanInput } from '../plan-input.ts'
import { renderContext } from '../render-context.ts'
import { restoredItems } from '../restore.ts'
import { estimateItem } from '../tokens/estimate.ts'
import { projectView } from '../view/project.ts'
import { compose, type Draft, type NoRoom } from './compose.ts'
import type { Prepared } from './prepared.ts'
import { type DraftedView, viewOf } from './view-of.ts'

export type AttemptInput = {
  readonly input: PlanInput
  readonly prepared: Prepared
  readonly rung: Rung
  /** Tokens of the view above the floor, before the rung's scale. */
  readonly budget: Tokens
  /** Room for restored files, before the rung's share. */
  readonly restoreTokens: Tokens
  /** Said in the boundary. */
  readonly tokensBefore: Tokens
}

export type Attempt = DraftedView & {
  readonly draft: Draft
  /** Files that were restored. */
  readonly restored: number
  /** What the model would see, initial context included. */
  readonly items: readonly HistoryItem[]
}

/** How often an exact budget is approached. */
const EXACT_TRIES_MAX = 12

/** Close enough below an exact budget. */
const EXACT_FILL = 0.985

export const attempt = (given: AttemptInput): Attempt | NoRoom => {
  const { input, rung } = given
  const budget = Math.floor(given.budget * rung.scale)
  if (input.count === undefined) return attemptWith(given, budget)
  let [low, high, share] = [0, budget * 2, budget]
  let best: Attempt | NoRoom = { noRoom: true, fixedTokens: budget }
  let filled = 0
  for (let tries = 0; tries < EXACT_TRIES_MAX; tries += 1) {
    const made = attemptWith(given, share)
    if ('noRoom' in made) {
      low = share
      if (!('noRoom' in best)) break
    } else {
      const tokens = input.count(renderContext(made.items))
      if (tokens <= budget) {
        best = made
        low = share
        // Full enough, or nothing left to add.
        if (tokens >= budget * EXACT_FILL || tokens === filled) break
        filled = tokens
      } else high = share
    }
    const next = Math.floor((low + high) / 2)
    if (next === share) break
    share = next
  }
  return best
}

const attemptWith = (given: AttemptInput, tokens: Tokens): Attempt | NoRoom => {
  const { input, prepared, rung, restoreTokens, tokensBefore } = given
  const itemIds = replayed(input)
  const facts = pinnedFacts(input.history, { itemIds, at: input.at })
  const extras = [...remoteItem(input, itemIds), ...facts]
  const handoff = handoffItem(input, itemIds)
  const inserted = handoff === null ? extras : [...extras, handoff]
  const offered = restoredItems(input, {
    itemIds,
    tokens: Math.floor(restoreTokens * rung.restoreShare),
    isShown: (position) => prepared.fixed.includes(position),
  })
  const restoredTokens = offered.reduce((sum, file) => sum + file.tokens, 0)
  const draft = compose(prepared, {
    tokens: isBudgetGiven(input) ? tokens - restoredTokens : tokens,
    tailShare: rung.tailShare,
    wordsShare: rung.wordsShare,
    stateShare: rung.stateShare,
    maxTail: input.options.max_tail ?? input.settings.max_tail_messages,
    wordsMax: input.settings.user_message_max_tokens,
    mayCutLive: input.mayCutLiveRequest === true,
    factTokens: inserted.reduce((sum, item) => sum + estimateItem(item, prepared.rates), 0),
  })
  if ('noRoom' in draft) return draft
  // What the tail shows is not shown again.
  const restored = offered.filter(({ at }) => at < draft.tail.start).map(({ item }) => item)
  const source = input.count === undefined ? 'divisors' : 'tokenizer'
  const drafted = viewOf({
    input: { ...input, itemIds },
    prepared,
    draft,
    extras,
    restored,
    handoff,
    tokensBefore,
    source,
  })
  const files = restored.filter((item) => item.type === 'attachment' && item.kind === 'file')
  return { ...drafted, draft, restored: files.length, items: projected(drafted, prepared) }
}

/** What the provider condensed: only it can read that, so it stands beside the facts and not in their place. */
const remoteItem = ({ remoteContent, at }: PlanInput, itemIds: () => ItemId): readonly HistoryItem[] =>
  remoteContent === undefined
    ? []
    : [{ type: 'compaction', encrypted_content: remoteContent, meta: { id: itemIds(), at, origin: 'summary' } }]

const projected = ({ view }: DraftedView, { history }: Prepared): readonly HistoryItem[] => {
  const items = projectView(view, {
    positionOf: (id) => positionOf(history, id),
    at: (position) => itemAt(history, position),
  })
  if (items === null) throw new Error('a plan named items that its history does not have')
  return repairPairs(items)
}

const made = new WeakMap<PlanInput, ItemId[]>()

/** The same ids in the same order for every attempt of one plan: how many were made shows nowhere. */
const replayed = (input: PlanInput): (() => ItemId) => {
  const ids = made.get(input) ?? []
  made.set(input, ids)
  let index = 0
  return () => {
    const id = ids[index] ?? input.itemIds()
    ids[index] = id
    index += 1
    return id
  }
}
