/** The initial context as items: the project's instructions byte for byte (L5), and where the agent works. */
import { allItems, type History, visibleItems } from '@rawr/compaction'
import {
  changedInstructions,
  environmentContext,
  type Instructions,
  instructionsContext,
  instructionsPath,
  pathInContext,
  removedInstructions,
  revertedInstructions,
} from '@rawr/prompts'
import { type Settings, textOfParts } from '@rawr/protocol'
import { type ItemDraft, textDraft } from '../engine/item-draft.ts'
import type { InitialContext } from './session-deps.ts'

export type ContextPlace = { readonly settings: Settings; readonly cwd: string }

export const contextDrafts = (context: InitialContext, { settings, cwd }: ContextPlace): readonly ItemDraft[] => [
  ...context.instructions.map((file) => textDraft('context', instructionsContext(file))),
  textDraft('context', environmentOf(context, { settings, cwd })),
]

const environmentOf = ({ shell, date }: InitialContext, { settings, cwd }: ContextPlace): string =>
  environmentContext({
    cwd,
    shell,
    date,
    sandboxMode: settings.sandbox.mode,
    approvalPolicy: settings.approvals.policy,
  })

/** Those the history does not hold yet: a thread that was cut off while it began gets the rest. */
export const missingDrafts = (drafts: readonly ItemDraft[], history: History): readonly ItemDraft[] => {
  const held = new Set(allItems(history).flatMap((item) => (item.meta.origin === 'context' ? [textOfItem(item)] : [])))
  return drafts.filter(({ body }) => !held.has(textOfItem(body)))
}

type News = { readonly context: InitialContext; readonly place: ContextPlace; readonly history: History }

type Told = { readonly id: string; readonly text: string }

/** What the model was told of the place and is not so any more. What it was told stays where it stands: the newest counts. */
export const newsDrafts = ({ context, place, history }: News): readonly ItemDraft[] => {
  const told = visibleItems(history).flatMap((item): readonly Told[] =>
    item.meta.origin === 'context' ? [{ id: item.meta.id, text: textOfItem(item) }] : [],
  )
  const toldOf = (path: string | null): readonly Told[] => told.filter(({ text }) => instructionsPath(text) === path)
  const there = new Set(context.instructions.map(({ path }) => pathInContext(path)))
  const paths = new Set(told.flatMap(({ text }) => instructionsPath(text) ?? []))
  const gone = [...paths].filter((path) => !there.has(path)).map(removedInstructions)
  const texts = [
    ...context.instructions.map((file) => newsOfFile(file, toldOf(pathInContext(file.path)))),
    ...gone.map((text) => unlessLast(text, toldOf(instructionsPath(text)))),
    unlessLast(environmentOf(context, place), toldOf(null)),
  ]
  return texts.flatMap((text) => (text === null ? [] : [textDraft('context', text)]))
}

/** `null`: the model knows. */
const newsOfFile = (file: Instructions, told: readonly Told[]): string | null => {
  const ways = [instructionsContext(file), changedInstructions(file)]
  const [plain = '', changed = ''] = ways
  if (told.length === 0) return plain
  if (ways.includes(told.at(-1)?.text ?? '')) return null
  const earlier = told.find(({ text }) => ways.includes(text))
  if (earlier === undefined) return changed
  return unlessLast(revertedInstructions({ path: file.path, item: earlier.id }), told)
}

const unlessLast = (text: string, told: readonly Told[]): string | null => (told.at(-1)?.text === text ? null : text)

const textOfItem = (item: ItemDraft['body']): string => (item.type === 'message' ? textOfParts(item.content) : '')
