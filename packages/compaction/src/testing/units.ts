/** Lines of a past for the tests of the extractor. */
import { type KeyTable, newKeyTable } from '../extract/key-table.ts'
import { keysOf } from '../extract/keys.ts'
import type { Unit, Voice } from '../extract/units.ts'

export type UnitMaker = {
  readonly table: KeyTable
  unit(position: number, text: string, voice?: Voice): Unit
}

export const unitMaker = (table: KeyTable = newKeyTable()): UnitMaker => ({
  table,
  unit: (position, text, voice = 'result') => {
    const keys = keysOf(text)
    return { position, voice, text, subject: null, keys, numbers: table.numbersOf(keys), hasCue: false }
  },
})
