/** What the command answers to its caller (DESIGN §6, "Headless"). */
export const EXIT = {
  done: 0,
  /** A turn failed, or the program itself did. */
  failed: 1,
  /** Bad input or configuration: nothing was done. */
  badInput: 2,
  /** The provider is unreachable or refused. */
  provider: 3,
  approval: 4,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
