/** How large the terminal is, or what is drawn where it does not say. */
import type { Size } from '../store/state.ts'

export const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({
  columns: Math.max(20, columns || 80),
  rows: Math.max(6, rows || 24),
})
