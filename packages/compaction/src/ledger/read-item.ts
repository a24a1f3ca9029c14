/** One more item into the ledger. A call is noted when it is made and counts when its result is in. */
import { type HistoryItem, isToolCall, isToolOutput, type ToolOutputItem, textOfParts } from '@rawr/protocol'
import { isUserWords } from '../history/turns.ts'
import { filesOfCommand } from './command-files.ts'
import type { PlanFact } from './facts.ts'
import { noteCommand } from './note-command.ts'
import { noteCommit, noteStepsDone } from './note-episode.ts'
import { noteError } from './note-error.ts'
import { noteFile } from './note-file.ts'
import { noteMade, noteRefs } from './note-refs.ts'
import type { OpenLedger, PendingCall } from './open-ledger.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { withStep } from './plan-step.ts'
import { type ToolUse, toolUses } from './tool-use.ts'

export const readItem = (ledger: OpenLedger, item: HistoryItem): void => {
  const place = { id: item.meta.id, at: ledger.through }
  ledger.through += 1
  if (isToolCall(item)) ledger.pending.set(item.call_id, { ...place, uses: toolUses(item) })
  else if (isToolOutput(item)) readResult(ledger, { output: item, at: place.at })
  else if (item.type === 'message') {
    const text = textOfParts(item.content)
    // What was written for a compaction says nothing new of the work.
    if (item.meta.origin === 'packet') return
    if (isUserWords(item)) ledger.orders.push({ ...place, text })
    if (item.role === 'assistant' && text.trim() !== '') ledger.lastAnswer = { ...place, text }
    if (isUserWords(item) || item.role === 'assistant') noteRefs(ledger, { ...place, text })
  }
}

type Result = { readonly output: ToolOutputItem; readonly at: number }

const readResult = (ledger: OpenLedger, { output, at }: Result): void => {
  const call = ledger.pending.get(output.call_id)
  if (call === undefined) return
  ledger.pending.delete(output.call_id)
  const outcome = outcomeOf(output)
  ledger.outcomes.set(output.call_id, outcome)
  for (const use of call.uses) {
    noteError(ledger, { use, output, outcome, at })
    noteUse(ledger, { use, outcome, call, output, at })
  }
}

const changePlan = (ledger: OpenLedger, plan: PlanFact | null): void => {
  if (plan !== null) {
    const { id, at } = plan
    noteStepsDone(ledger, { id, at, before: ledger.plan?.steps ?? [], after: plan.steps })
  }
  ledger.plan = plan
}

type NotedUse = Result & { readonly use: ToolUse; readonly outcome: Outcome; readonly call: PendingCall }

const noteUse = (ledger: OpenLedger, { use, outcome, call, output, at }: NotedUse): void => {
  const place = { id: call.id, at: call.at }
  if (use.kind === 'command') {
    noteCommand(ledger, { command: use.command, outcome, output, at })
    // What a failed command did to files before it failed nobody knows.
    if (outcome !== 'failed') for (const file of filesOfCommand(use.command)) noteFile(ledger, { use: file, ...place })
    noteMade(ledger, { command: use.command, output, at })
    if (outcome === 'ok') noteCommit(ledger, { command: use.command, ...place })
  } else if (use.kind === 'plan') {
    if (use.steps.length > 0) changePlan(ledger, { ...place, steps: use.steps })
  } else if (use.kind === 'plan_step') changePlan(ledger, withStep({ plan: ledger.plan, use, place }))
  else if (use.kind !== 'other' && outcome !== 'failed') noteFile(ledger, { use, ...place })
}
