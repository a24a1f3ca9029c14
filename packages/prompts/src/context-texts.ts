/** The context of a thread: the project's own instructions, byte for byte, what became of them, and where the agent works. */
import { attributeOf, fence, fenceVerbatim, textOfAttribute } from './fence.ts'

export type Instructions = { readonly path: string; readonly text: string }

const TAG = 'project_instructions'

/** `text` stands inside byte-identical (L5), whatever it contains. */
export const instructionsContext = ({ path, text }: Instructions): string =>
  fenceVerbatim({ tag: TAG, attributes: { path }, text })

/** The file says something else now; what it said before stands further up. */
export const changedInstructions = ({ path, text }: Instructions): string =>
  fenceVerbatim({ tag: TAG, attributes: { path, state: 'changed' }, text })

/** It says again what stands in that item, which is not written a second time (L5). */
export const revertedInstructions = ({ path, item }: { readonly path: string; readonly item: string }): string =>
  fence({
    tag: TAG,
    attributes: { path, state: 'reverted', item },
    text: 'The file is again as it first stood here; what came in between holds no longer.',
  })

export const removedInstructions = (path: string): string =>
  fence({
    tag: TAG,
    attributes: { path, state: 'removed' },
    text: 'The file is gone; what it said holds no longer.',
  })

/** The file that one of these texts is about, as {@link pathInContext} gives it; `null`: the text is none of them. */
export const instructionsPath = (written: string): string | null => {
  const path = /^<project_instructions(?:_\d+)? path="([^"]*)"/.exec(written)?.[1]
  return path === undefined ? null : textOfAttribute(path)
}

/** A path as the context can carry it. */
export const pathInContext = (path: string): string => textOfAttribute(attributeOf(path))

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
