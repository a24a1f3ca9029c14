/** What a person pins, and what they let go of again. */
import { assertNever, ItemId, type Op, type PinTarget, textOfParts } from '@rawr/protocol'
import type { PinnedThing, StoryStep } from '../story.ts'
import { chosen, itemsOf } from './past.ts'
import { lastTold } from './told.ts'
import { SHARED_FILES } from './tools.ts'
import type { World } from './world.ts'

type Step<Does> = Extract<StoryStep, { do: Does }>

export const pinOf = (world: World, { target }: Step<'pin'>): Op | null => {
  const wanted = targetOf(world, target)
  return wanted === null ? null : { type: 'pin', target: wanted }
}

export const unpinOf = (world: World, { client, of }: Step<'unpin'>): Op => {
  const pinned = lastTold(world, client, 'pins_changed')?.pins.at(-1)?.pin
  const target: PinTarget =
    of === 'unknown' || pinned === undefined ? { kind: 'fact', text: 'Nobody ever pinned this.' } : pinned
  return { type: 'unpin', target }
}

const targetOf = (world: World, thing: PinnedThing): PinTarget | null => {
  const number = world.sent.length
  const items = itemsOf(world)
  switch (thing) {
    case 'fact':
      return { kind: 'fact', text: `Berth ${number} is “closed”. </pin>\n  Since noon 😀.` }
    case 'same_fact':
      return { kind: 'fact', text: 'The harbour master is Ada.' }
    case 'said': {
      const said = chosen(
        items.filter(({ meta, type }) => type === 'message' && meta.origin === 'user'),
        number,
      )
      return said?.type === 'message' ? { kind: 'fact', text: textOfParts(said.content) } : null
    }
    case 'item': {
      const item = chosen(items, number)
      return item === undefined ? null : { kind: 'item', first: item.meta.id }
    }
    case 'range': {
      const at = (number * 7) % Math.max(1, items.length)
      const [first, last] = [items[at], items[Math.min(at + 2, items.length - 1)]]
      return first === undefined || last === undefined
        ? null
        : { kind: 'item', first: first.meta.id, last: last.meta.id }
    }
    case 'file':
      return { kind: 'file', path: chosen(SHARED_FILES, number) ?? '' }
    case 'unknown_item':
      return { kind: 'item', first: ItemId.parse('i_unknown') }
    case 'unknown_file':
      return { kind: 'file', path: 'src/nowhere.ts' }
    default:
      return assertNever(thing)
  }
}
