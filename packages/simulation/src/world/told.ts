/** What a client was told last of a kind. */
import type { EventMsg } from '@rawr/protocol'
import type { World } from './world.ts'

export const lastTold = <Type extends EventMsg['type']>(
  world: World,
  client: number,
  ...types: readonly Type[]
): Extract<EventMsg, { type: Type }> | undefined => {
  const wanted: readonly string[] = types
  const event = world
    .client(client)
    ?.transcript.events()
    .findLast(({ msg }) => wanted.includes(msg.type))
  // Found by its type.
  return event?.msg as Extract<EventMsg, { type: Type }> | undefined
}
