/** The one file an agent may write while it is asked for its notes. */
import type { SandboxMode } from '@rawr/protocol'
import type { ToolCall, ToolResult } from './tool-runner.ts'

export type NotePlace = {
  /** Absolute folder of the project. */
  readonly cwd: string
  /** Relative to it. */
  readonly file: string
  readonly sandboxMode: SandboxMode
}

export interface NoteFile {
  /** Appends what the call adds to that file; every other call, and every other change, is refused with a result that says so. */
  write(call: ToolCall, place: NotePlace): Promise<ToolResult>
}
