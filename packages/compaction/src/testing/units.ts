/** Lines of a past for the tests of the extractor. */
import { KeyTable } from '../extract/key-table.ts'
import type { Voice } from '../extract/read-lines.ts'
import type { Unit } from '../extract/units.ts'

export type UnitMaker = {
  readonly table: KeyTable
  unit(position: number, text: string, voice?: Voice): Unit
}

export const unitMaker = (table: KeyTable = new KeyTable()): UnitMaker => ({
  table,
  unit: (position, text, voice = 'result') => ({
    position,
    voice,
    text,
    subject: null,
    numbers: table.numbersIn(text),
    hasCue: false,
  }),
})
