/** The structured snapshot of a project's state kept beside the conversation (`.rawr/snapshots/<thread>.json`). */
import { z } from 'zod'

export const SummaryV1 = z.strictObject({
  task: z.string(),
  decisions: z.array(z.string()),
  constraints: z.array(z.string()),
  open_questions: z.array(z.string()),
  todo: z.array(z.string()),
  files_in_scope: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  symbols: z.array(z.strictObject({ name: z.string(), file: z.string(), role: z.string() })),
  env: z.record(z.string(), z.string()),
  assumptions: z.array(z.string()),
  known_failures: z.array(z.string()),
  /** ISO-8601, UTC. */
  last_compact_at: z.string(),
})
export type SummaryV1 = z.infer<typeof SummaryV1>

/** For providers that answer in a given schema. */
export const summaryV1Schema = (): Readonly<Record<string, unknown>> => ({ ...z.toJSONSchema(SummaryV1) })
