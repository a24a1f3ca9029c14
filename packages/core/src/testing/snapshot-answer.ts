/** What a model that follows the schema of a condensing compaction says: all fields, most of them empty. */
export const snapshotAnswer = (task: string, decisions: readonly string[] = []) => ({
  task,
  decisions,
  constraints: [],
  open_questions: [],
  todo: [],
  files_in_scope: [],
  symbols: [],
  env: {},
  assumptions: [],
  known_failures: [],
  last_compact_at: '',
})
