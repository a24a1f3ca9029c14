/**
 * Files that were read or changed last, as they stand on the disk now (seed-5): behind the words of a full summary they save
 * the agent from reading them again. What the view shows anyway, what belongs to an agent, and what looks secret stays out.
 */
import { dataFence } from '@rawr/prompts'
import type { CompactSettings, HistoryItem, ItemId, Tokens } from '@rawr/protocol'
import { type History, positionOf } from './history/history.ts'
import type { FileFact } from './ledger/facts.ts'
import { ledgerOf } from './ledger/ledger.ts'
import type { FileText, PlanInput } from './plan-input.ts'
import { cutMiddle } from './tokens/cut-middle.ts'
import { estimateItem } from './tokens/estimate.ts'

export type RestoreWish = {
  readonly settings: CompactSettings
  /** Texts that are in the view anyway: a file they name is there already. */
  readonly shownTexts: readonly string[]
}

/** More are offered than fit: some are gone, binary or too large. */
const OFFERED_TIMES = 3

/** Paths to read, the newest first. */
export const filesToRestore = (history: History, { settings, shownTexts }: RestoreWish): readonly string[] =>
  [...ledgerOf(history).files.values()]
    .filter(({ path, deleted, movedTo }) => !deleted && movedTo === null && !isAgentFile(path) && !isSecretFile(path))
    .filter(({ path }) => !shownTexts.some((text) => text.includes(path)))
    .sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
    .slice(0, settings.restore_max_files * OFFERED_TIMES)
    .map(({ path }) => path)

const isAgentFile = (path: string): boolean =>
  /(?:^|[\\/])(?:\.rawr|\.scratch|\.claude[\\/](?:plans|agents))[\\/]|\.agent\.(?:json|toml)$/.test(path)

const isSecretFile = (path: string): boolean =>
  /(?:^|[\\/])(?:\.env(?:\.[^\\/]*)?|\.netrc|\.npmrc|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.[^\\/]*)?|[^\\/]*\.(?:pem|key|p12|pfx|keystore))$/i.test(
    path,
  )

/** Of the window: restored files together never hold more (DESIGN §7). */
const WINDOW_SHARE_MAX = 0.1

export type Restored = {
  readonly item: HistoryItem
  readonly tokens: Tokens /** Where it was seen last. */
  readonly at: number
}

export type RestoreRoom = {
  readonly itemIds: () => ItemId
  /** What the view can still hold. */
  readonly tokens: Tokens
  /** Files whose newest view or edit stays anyway. */
  readonly isShown: (position: number) => boolean
}

/** As many as fit, newest first; what does not fit is passed over. */
export const restoredItems = (input: PlanInput, { itemIds, tokens, isShown }: RestoreRoom): readonly Restored[] => {
  const { restored = [], settings, usage, history, at } = input
  const { files } = ledgerOf(history)
  const chosen: Restored[] = []
  let room = Math.min(tokens, settings.restore_total_file_budget, Math.floor(usage.window_tokens * WINDOW_SHARE_MAX))
  for (const file of restored) {
    if (chosen.length === settings.restore_max_files) break
    const seen = seenLast(files.get(file.path), history)
    if (isShown(seen)) continue
    const item = itemOf(file, { id: itemIds(), at, tokensMax: settings.restore_tokens_per_file })
    const cost = estimateItem(item, history.shared.rates)
    if (cost > room) continue
    room -= cost
    chosen.push({ item, tokens: cost, at: seen })
  }
  return chosen
}

const seenLast = (file: FileFact | undefined, history: History): number => {
  const at = (id: ItemId | null | undefined): number => (id == null ? -1 : (positionOf(history, id) ?? -1))
  return Math.max(at(file?.lastEdit), at(file?.lastRead))
}

type Placing = { readonly id: ItemId; readonly at: number; readonly tokensMax: Tokens }

const itemOf = ({ path, text: whole }: FileText, { id, at, tokensMax }: Placing): HistoryItem => {
  const { text } = cutMiddle({ text: whole, tokensMax })
  return {
    type: 'attachment',
    kind: 'file',
    path,
    text: dataFence({ type: 'attachment', kind: 'file', path, text }),
    meta: { id, at, origin: 'restored' },
  }
}
