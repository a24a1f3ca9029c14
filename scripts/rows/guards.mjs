// What keeps each failure row from happening, one list per kind. `without` completes "red without …"; each text stands exactly
// once in its file; the test holds a test whose name begins with the row.
import { big } from './guards/big.mjs'
import { cost } from './guards/cost.mjs'
import { count } from './guards/count.mjs'
import { loop } from './guards/loop.mjs'
import { rule } from './guards/rule.mjs'
import { sec } from './guards/sec.mjs'
import { store } from './guards/store.mjs'
import { summ } from './guards/summ.mjs'
import { task } from './guards/task.mjs'
import { trig } from './guards/trig.mjs'
import { undo } from './guards/undo.mjs'

export const guards = [
  ...big,
  ...cost,
  ...count,
  ...loop,
  ...rule,
  ...sec,
  ...store,
  ...summ,
  ...task,
  ...trig,
  ...undo,
]

/** `BIG` of `BIG-01`. */
export const kindOf = (row) => row.slice(0, row.indexOf('-'))
