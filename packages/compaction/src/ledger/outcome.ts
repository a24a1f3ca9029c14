/** How a call ended, and what its result says went wrong. */
import { type ToolOutputItem, textOfOutput } from '@rawr/protocol'
import { plainLines } from '../lossless/strip-noise.ts'

/** `unknown` where the recording does not say. */
export type Outcome = 'ok' | 'failed' | 'unknown'

export const outcomeOf = ({ success, exit_code }: ToolOutputItem): Outcome => {
  if (success === false || (exit_code !== undefined && exit_code !== 0)) return 'failed'
  return success === true || exit_code === 0 ? 'ok' : 'unknown'
}

export const FAULT =
  /\b(?:error|errors|failed|failure|fail|panic|fatal|exception|traceback|cannot|can't|not found|no such|undefined|unexpected|denied|refused|invalid|timed out)\b/i

/** Passing mentions, and the frame some programs put around an output. */
const NO_FAULT =
  /\b(?:0 (?:errors?|failed|failures?))\b|^(?:exit code|wall time|output:|chunk id|process exited|script completed)/i

/** How far into an output the telling line is searched. */
const LINES_SEARCHED = 400

/** The line that tells what went wrong: the first that names a fault, else the first that says anything. */
export const faultLine = (output: ToolOutputItem): string => {
  const lines = plainLines(textOfOutput(output))
    .slice(0, LINES_SEARCHED)
    .filter((line) => !NO_FAULT.test(line))
  return lines.find((line) => FAULT.test(line)) ?? lines[0] ?? ''
}
