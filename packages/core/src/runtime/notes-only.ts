/** The tools of a turn that asks for notes: the same schemas, and one call that does something. */
import type { ToolRunner } from '../ports/tool-runner.ts'

export const notesOnly = (tools: ToolRunner, file: string): ToolRunner => ({
  ...tools,
  // One after the other, as they were written.
  runsAlone: () => true,
  run: (call, { cwd, sandbox }) => tools.writeNotes(call, { cwd, file, sandboxMode: sandbox.mode }),
})
