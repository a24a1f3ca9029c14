/** The initial context as items: the project's instructions byte for byte (L5), and where the agent works. */
import { allItems, type History } from '@rawr/compaction'
import { environmentContext, instructionsContext } from '@rawr/prompts'
import { type Settings, textOfParts } from '@rawr/protocol'
import { type ItemDraft, textDraft } from '../engine/item-draft.ts'
import type { InitialContext, SessionDeps } from './session-deps.ts'

export type ContextPlace = { readonly settings: Settings; readonly cwd: string }

export const contextDrafts = (context: InitialContext, { settings, cwd }: ContextPlace): readonly ItemDraft[] => [
  ...context.instructions.map((file) => textDraft('context', instructionsContext(file))),
  textDraft(
    'context',
    environmentContext({
      cwd,
      shell: context.shell,
      date: context.date,
      sandboxMode: settings.sandbox.mode,
      approvalPolicy: settings.approvals.policy,
    }),
  ),
]

type Place = Pick<SessionDeps, 'lines' | 'settings' | 'cwd'>

/** The last turn ran in another folder, or under other rules. */
export const hasMoved = ({ lines, settings, cwd }: Place): boolean => {
  const last = lines.findLast((line) => line.type === 'turn_context')?.payload
  if (last === undefined) return false
  const { approvals, sandbox } = settings
  return last.cwd !== cwd || last.approval_policy !== approvals.policy || last.sandbox_policy.mode !== sandbox.mode
}

/** Those the history does not hold yet: a thread that was cut off while it began gets the rest. */
export const missingDrafts = (drafts: readonly ItemDraft[], history: History): readonly ItemDraft[] => {
  const held = new Set(allItems(history).flatMap((item) => (item.meta.origin === 'context' ? [textOfItem(item)] : [])))
  return drafts.filter(({ body }) => !held.has(textOfItem(body)))
}

const textOfItem = (item: ItemDraft['body']): string => (item.type === 'message' ? textOfParts(item.content) : '')
