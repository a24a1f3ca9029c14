/** Every op and event of this version, by name: what a daemon says of itself in `welcome`. */
import { EventMsg } from './event-msg.ts'
import { Op } from './op.ts'

export const CAPABILITIES = {
  ops: Op.options.map(({ shape }) => shape.type.value),
  events: EventMsg.options.map(({ shape }) => shape.type.value),
}
