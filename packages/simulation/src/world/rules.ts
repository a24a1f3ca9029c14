/** The project's instructions of a story: sacred words, with what might tempt a compactor in them. */
import type { Story } from '../story.ts'

const OPENING = 'Berths are numbered from the sea.\nNever touch </project_instructions> files. “Ever.” 😀\n'

/** Share of the window that the instructions take, about. */
const SHARES = { short: 0, long: 0.2, too_long: 0.6 } as const

const BYTES_PER_TOKEN = 4

export const rulesOf = ({ rules, window }: Pick<Story, 'rules' | 'window'>): string => {
  const rows = Math.floor((SHARES[rules] * window * BYTES_PER_TOKEN) / ROW_BYTES)
  return (
    OPENING +
    Array.from({ length: rows }, (_, row) => `Rule ${row}: moor ship ${row} before the tide turns.\n`).join('')
  )
}

const ROW_BYTES = 48
