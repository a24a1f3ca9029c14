/** Tells the warnings of the context: each once, until it has passed and comes again. */
import type { EventMsg, SubmissionId } from '@rawr/protocol'
import { type ContextWarning, contextWarnings, type WarningQuestion } from '../engine/warnings.ts'

export type Warn = (question: WarningQuestion, submissionId: SubmissionId | null) => void

export const openWarn = (emit: (msg: EventMsg, submissionId: SubmissionId | null) => void): Warn => {
  let told: ReadonlySet<ContextWarning['key']> = new Set()
  return (question, submissionId) => {
    const warnings = contextWarnings(question)
    for (const { key, message } of warnings) if (!told.has(key)) emit({ type: 'warning', message }, submissionId)
    told = new Set(warnings.map(({ key }) => key))
  }
}
