/** From what a client asks to pin to the pin that holds it, or why nothing can. */
import {
  err,
  type HistoryItem,
  type ItemId,
  ok,
  type Pin,
  type PinTarget,
  pathKey,
  type Result,
  textOfParts,
} from '@rawr/protocol'
import { allItems, type History, isSent, itemAt, positionOf } from './history/history.ts'
import { isUserWords } from './history/turns.ts'
import { ledgerOf } from './ledger/ledger.ts'

export type PinRefusal = { readonly field: 'first' | 'last' | 'path' | 'kind'; readonly message: string }

/** A pin for what is there. */
export const pinFor = (history: History, target: PinTarget): Result<Pin, PinRefusal> => {
  switch (target.kind) {
    case 'item':
      return rangeFor(history, target)
    case 'file': {
      const path = pathFor([...ledgerOf(history).files.keys()], target.path)
      return path === null
        ? err({ field: 'path', message: `The thread has neither read nor edited ${target.path}; name a file it has.` })
        : ok({ kind: 'file', path })
    }
    case 'fact': {
      // Words that are a message of the user already stay as that message: twice would be once too often (L5).
      const said = allItems(history).findLast((item) => isUserWords(item) && wordsOf(item) === target.text)
      return ok(said === undefined ? target : { kind: 'item', first: said.meta.id, last: said.meta.id })
    }
  }
}

/** The pin that is there and says the same. */
export const pinNamed = (history: History, target: PinTarget): Result<Pin, PinRefusal> => {
  const named = history.pins.find((pin) => isSame(pin, target))
  if (named !== undefined) return ok(named)
  const made = pinFor(history, target)
  const same = made.ok ? history.pins.find((pin) => isSame(pin, made.value)) : undefined
  return same === undefined ? err({ field: 'kind', message: `No pin says this; ${listOf(history.pins)}` }) : ok(same)
}

/** A pin in a few words, for lists. */
export const pinText = (pin: Pin): string => {
  switch (pin.kind) {
    case 'item':
      return pin.first === pin.last ? pin.first : `${pin.first}..${pin.last}`
    case 'file':
      return pin.path
    case 'fact':
      return JSON.stringify(pin.text.length > FACT_CHARS_MAX ? `${pin.text.slice(0, FACT_CHARS_MAX)}…` : pin.text)
  }
}

const FACT_CHARS_MAX = 40
const LISTED_MAX = 8

const listOf = (pins: readonly Pin[]): string => {
  if (pins.length === 0) return 'nothing is pinned.'
  const more = pins.length > LISTED_MAX ? ` and ${pins.length - LISTED_MAX} more` : ''
  return `pinned are ${pins.slice(0, LISTED_MAX).map(pinText).join(', ')}${more}.`
}

const isSame = (pin: Pin, target: PinTarget): boolean => {
  if (pin.kind === 'item' && target.kind === 'item')
    return pin.first === target.first && pin.last === (target.last ?? target.first)
  if (pin.kind === 'file' && target.kind === 'file') return pathKey(pin.path) === pathKey(target.path)
  return pin.kind === 'fact' && target.kind === 'fact' && pin.text === target.text
}

type Range = Extract<PinTarget, { kind: 'item' }>

const rangeFor = (history: History, { first, last = first }: Range): Result<Pin, PinRefusal> => {
  const [start, end] = [positionOf(history, first), positionOf(history, last)]
  if (start === undefined) return err(unknown('first', first))
  if (end === undefined) return err(unknown('last', last))
  if (end < start) return err({ field: 'last', message: `${last} comes before ${first}; name the earlier one first.` })
  for (let position = start; position <= end; position += 1) {
    const item = itemAt(history, position)
    if (item === undefined || !cannotBePinned(item)) continue
    const field = position === start ? 'first' : 'last'
    return err({ field, message: `${item.meta.id} is ${whatIs(item)}; pin what is before it or behind it.` })
  }
  return ok({ kind: 'item', first, last })
}

const unknown = (field: 'first' | 'last', id: ItemId): PinRefusal => ({
  field,
  message: `The thread has no item ${id}.`,
})

/** Instructions are read anew by each compaction and always there: pinned they would be there twice. */
const cannotBePinned = (item: HistoryItem): boolean => item.meta.origin === 'context' || !isSent(item)

const whatIs = (item: HistoryItem): string =>
  item.meta.origin === 'context' ? 'initial context, which always stays' : 'never sent to the model'

const wordsOf = (item: HistoryItem): string | null => (item.type === 'message' ? textOfParts(item.content) : null)

/** As written, or the only known one that ends so. */
const pathFor = (paths: readonly string[], asked: string): string | null => {
  if (paths.includes(asked)) return asked
  const path = pathKey(asked)
  const same = paths.find((known) => pathKey(known) === path)
  if (same !== undefined) return same
  const ending = paths.filter((known) => {
    const key = pathKey(known)
    return key.endsWith(`/${path}`) || path.endsWith(`/${key}`)
  })
  return ending.length === 1 ? (ending[0] ?? null) : null
}
