/** The initial context of a thread: the project's own instructions, byte for byte, and where the agent works. */
import { fence, fenceVerbatim } from './fence.ts'

/** `text` stands inside byte-identical (L5), whatever it contains. */
export const instructionsContext = ({ path, text }: { readonly path: string; readonly text: string }): string =>
  fenceVerbatim({ tag: 'project_instructions', attributes: { path }, text })

export type Environment = {
  readonly cwd: string
  readonly shell: string
  /** As the model should read it: `2026-03-14`. */
  readonly date: string
  readonly sandboxMode: string
  readonly approvalPolicy: string
}

export const environmentContext = ({ cwd, shell, date, sandboxMode, approvalPolicy }: Environment): string =>
  fence({
    tag: 'environment',
    text: [
      `Working folder: ${cwd}`,
      `Shell: ${shell}`,
      `Date: ${date}`,
      `Sandbox: ${sandboxMode}`,
      `Approvals: ${approvalPolicy}`,
    ].join('\n'),
  })
