/** What is left out where the window is small. */
import type { Tokens } from '@rawr/protocol'

/** In a smaller window the schemas of all tools would take a quarter of it and more. */
const SMALL_WINDOW_TOKENS = 8_000

export const isSmallWindow = (windowTokens: Tokens): boolean => windowTokens < SMALL_WINDOW_TOKENS

/** What work cannot go on without; the other tools save steps that a command can take as well. */
export const ESSENTIAL_TOOLS: readonly string[] = ['shell', 'read', 'apply_patch', 'recall']
