// What keeps each failure row from happening, one list per kind. `without` completes "red without …"; each text stands exactly
// once in its file; the test holds a test whose name begins with the row.
import { big } from './guards/big.mjs'
import { cost } from './guards/cost.mjs'
import { count } from './guards/count.mjs'
import { local } from './guards/local.mjs'
import { loop } from './guards/loop.mjs'
import { media } from './guards/media.mjs'
import { over } from './guards/over.mjs'
import { rule } from './guards/rule.mjs'
import { sec } from './guards/sec.mjs'
import { store } from './guards/store.mjs'
import { strm } from './guards/strm.mjs'
import { summ } from './guards/summ.mjs'
import { task } from './guards/task.mjs'
import { text } from './guards/text.mjs'
import { trig } from './guards/trig.mjs'
import { undo } from './guards/undo.mjs'
import { wire } from './guards/wire.mjs'

export const guards = [
  ...big,
  ...cost,
  ...count,
  ...local,
  ...loop,
  ...media,
  ...over,
  ...rule,
  ...sec,
  ...store,
  ...strm,
  ...summ,
  ...task,
  ...text,
  ...trig,
  ...undo,
  ...wire,
]

/** `BIG` of `BIG-01`. */
export const kindOf = (row) => row.slice(0, row.indexOf('-'))
