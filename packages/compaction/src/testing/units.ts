/** Lines of a past for the tests of the extractor. */
import { type KeyTable, newKeyTable } from '../extract/key-table.ts'
import { keysOf } from '../extract/keys.ts'
import type { Voice } from '../extract/read-lines.ts'
import type { Unit } from '../extract/units.ts'

export type UnitMaker = {
  readonly table: KeyTable
  unit(position: number, text: string, voice?: Voice): Unit
}

export const unitMaker = (table: KeyTable = newKeyTable()): UnitMaker => ({
  table,
  unit: (position, text, voice = 'result') => ({
    position,
    voice,
    text,
    subject: null,
    numbers: keysOf(text).map(table.numberOf),
    hasCue: false,
  }),
})
