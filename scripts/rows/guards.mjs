// What keeps each failure row from happening, one list per kind. `without` completes "red without …"; each text stands exactly
// once in its file; the test holds a test whose name begins with the row.
import { big } from './guards/big.mjs'
import { loop } from './guards/loop.mjs'
import { trig } from './guards/trig.mjs'

export const guards = [...big, ...loop, ...trig]

/** `BIG` of `BIG-01`. */
export const kindOf = (row) => row.slice(0, row.indexOf('-'))
