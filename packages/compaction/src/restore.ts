/**
 * What stands behind the words of a full summary: files that were read or changed last, as they are on the disk now, which
 * saves the agent from reading them again, and the plan. What the view shows anyway, what belongs to an agent, and what looks
 * secret stays out.
 */
import { dataFence } from '@rawr/prompts'
import type { CompactSettings, HistoryItem, ItemId, PlanStep, Tokens } from '@rawr/protocol'
import { STATUS_MARK } from './extract/state.ts'
import { type History, positionOf } from './history/history.ts'
import type { FileFact } from './ledger/facts.ts'
import { ledgerOf } from './ledger/ledger.ts'
import type { FileText, PlanInput } from './plan-input.ts'
import { cutMiddle } from './tokens/cut-middle.ts'
import { estimateItem } from './tokens/estimate.ts'

export type RestoreWish = {
  readonly settings: CompactSettings
  /** It is in the view anyway, as an instruction file is. */
  readonly isShown: (path: string) => boolean
}

/** More are offered than fit: some are gone, binary or too large. */
const OFFERED_TIMES = 3

/** Paths to read, the newest first. */
export const filesToRestore = (history: History, { settings, isShown }: RestoreWish): readonly string[] =>
  [...ledgerOf(history).files.values()]
    .filter(({ path, deleted, movedTo }) => !deleted && movedTo === null && !isAgentFile(path) && !isSecretFile(path))
    .filter(({ path }) => !isShown(path))
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
  /** What was read there stays anyway. */
  readonly isShown: (position: number) => boolean
}

/** Files, to-dos and plan, in this order; nothing where no files were read, as only `full` wants them. */
export const restoredItems = (input: PlanInput, room: RestoreRoom): readonly Restored[] => {
  if (input.restored === undefined) return []
  // The plan has room first: it is small, and says what the files are for.
  const steps = restoredSteps(input, room)
  const tokens = room.tokens - steps.reduce((sum, item) => sum + item.tokens, 0)
  return [...restoredFiles(input, { ...room, tokens }), ...steps]
}

/** As many as fit, newest first; what does not fit is passed over. */
const restoredFiles = (input: PlanInput, { itemIds, tokens, isShown }: RestoreRoom): readonly Restored[] => {
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

/** What is still to do, and the whole plan where that says more. */
const restoredSteps = (input: PlanInput, { itemIds, tokens, isShown }: RestoreRoom): readonly Restored[] => {
  const { history, at } = input
  const { restore_todos, restore_plan } = input.settings
  const { plan } = ledgerOf(history)
  if (plan === null || isShown(plan.at)) return []
  const steps = plan.steps.filter(({ step }) => step !== '')
  const open = steps.filter(({ status }) => status !== 'completed')
  const says: (readonly ['todo' | 'plan', readonly PlanStep[]])[] = []
  if (restore_todos && open.length > 0) says.push(['todo', open])
  if (restore_plan && (says.length === 0 || open.length < steps.length)) says.push(['plan', steps])
  const chosen: Restored[] = []
  let room = tokens
  for (const [kind, said] of says) {
    if (said.length === 0) continue
    const text = said.map(({ step, status }) => `${STATUS_MARK[status]} ${step}`).join('\n')
    const item: HistoryItem = {
      type: 'attachment',
      kind,
      text: dataFence({ type: 'attachment', kind, text }),
      meta: { id: itemIds(), at, origin: 'restored' },
    }
    const cost = estimateItem(item, history.shared.rates)
    if (cost > room) continue
    room -= cost
    chosen.push({ item, tokens: cost, at: plan.at })
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
