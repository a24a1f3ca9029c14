/** Which model, and how large its window is, from what was asked for and what the server offers. */
import { err, ok, type Result } from '@rawr/protocol'
import type { ModelInfo } from '../../ports/model-client.ts'
import { knownWindow } from './model-table.ts'

export type ModelChoice = {
  readonly model: string
  /** `null` where neither the server nor the table tells. */
  readonly contextWindow: number | null
}

export type ModelWish = {
  /** `null` where nobody named one. */
  readonly wanted: string | null
  readonly offered: readonly ModelInfo[]
  /** The server's address, for the message. */
  readonly address: string
}

/** Kinds of model that a list names beside those that hold a conversation. */
const OTHER_KINDS = /embed|rerank|whisper|transcribe|tts|audio|realtime|image|dall-e|moderation|sora|bge-|clip/i
const NAMES_MAX = 12

/** A wanted model is taken as it is: lists are often incomplete, and the server will say what it thinks of it. */
export const chooseModel = ({ wanted, offered, address }: ModelWish): Result<ModelChoice, string> => {
  if (wanted !== null) return ok(choice(offered.find(({ id }) => id === wanted) ?? { id: wanted }))
  const usable = offered.filter(({ id }) => !OTHER_KINDS.test(id))
  const [only, ...others] = usable
  if (only === undefined)
    return err(
      `${address} gives no list of models. Is it the right address, and running? Otherwise name a model with --model, or model.name in the settings.`,
    )
  if (others.length === 0) return ok(choice(only))
  return err(
    `${address} offers ${usable.length} models: ${namesOf(usable)}. Choose one with --model, /model NAME, or model.name in the settings.`,
  )
}

/** What the server tells of it, else the table; `null` where neither knows. */
export const windowOfModel = (name: string, offered: readonly ModelInfo[]): number | null =>
  offered.find(({ id }) => id === name)?.contextWindow ?? knownWindow(name)

const choice = ({ id, contextWindow }: ModelInfo): ModelChoice => ({
  model: id,
  contextWindow: contextWindow ?? knownWindow(id),
})

const namesOf = (models: readonly ModelInfo[]): string => {
  const names = models.slice(0, NAMES_MAX).map(({ id }) => id)
  return models.length > NAMES_MAX ? `${names.join(', ')} …` : names.join(', ')
}
