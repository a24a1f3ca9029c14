/** Links, tickets, issues and commits, in order of their last mention. */
import { type ToolOutputItem, textOfOutput } from '@rawr/protocol'
import type { RefFact } from './facts.ts'
import type { OpenLedger, Place } from './open-ledger.ts'

const REF = /https?:\/\/[^\s"'`<>()[\]{}]+[^\s"'`<>()[\]{}.,;:!?]|\b[A-Z]{2,8}-\d{1,6}\b|(?<=\s|^|\()#\d{1,6}\b/g

export const noteRefs = (ledger: OpenLedger, { text, id, at }: Place & { readonly text: string }): void => {
  for (const [ref] of text.matchAll(REF)) noteRef(ledger, { ref, id, at })
}

const noteRef = (ledger: OpenLedger, fact: RefFact): void => {
  ledger.refs.delete(fact.ref)
  ledger.refs.set(fact.ref, fact)
}

type Made = { readonly command: string; readonly output: ToolOutputItem; readonly at: number }

/** What `git commit` and `gh pr` print about what they made. */
export const noteMade = (ledger: OpenLedger, { command, output, at }: Made): void => {
  if (!/\bgit\b.*\bcommit\b|\bgh\s+pr\b/.test(command)) return
  const text = textOfOutput(output)
  const { id } = output.meta
  for (const [, hash] of text.matchAll(/^\[\S+ (?:\([^)]*\) )?([0-9a-f]{7,40})\]/gm)) {
    noteRef(ledger, { ref: `commit ${hash}`, id, at })
  }
  noteRefs(ledger, { text, id, at })
}
