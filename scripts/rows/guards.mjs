// What keeps each failure row from happening, one list per kind. `without` completes "red without …"; each text stands exactly
// once in its file; the test holds a test whose name begins with the row.
import { big } from './guards/big.mjs'
import { cost } from './guards/cost.mjs'
import { loop } from './guards/loop.mjs'
import { sec } from './guards/sec.mjs'
import { store } from './guards/store.mjs'
import { trig } from './guards/trig.mjs'

export const guards = [...big, ...cost, ...loop, ...sec, ...store, ...trig]

/** `BIG` of `BIG-01`. */
export const kindOf = (row) => row.slice(0, row.indexOf('-'))
