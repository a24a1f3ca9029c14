/** L4: what is signed or encrypted goes back byte-identical or not at all. */
import type { Breach } from './breach.ts'
import type { RequestFacts } from './facts.ts'
import type { RequestView } from './request-view.ts'

export const checkOpaque = ({ entries }: RequestView, { encrypted }: RequestFacts): Breach[] =>
  entries.flatMap((entry): Breach[] =>
    entry.kind === 'opaque' && !encrypted.has(entry.content)
      ? [{ law: 'L4', at: entry.at, message: 'encrypted content that the provider never gave' }]
      : [],
  )
