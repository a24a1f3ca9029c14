/** The prompts a person may edit: their files, and the placeholders each of them may use. */
import { DEFAULT_TEXTS } from './defaults.generated.ts'

export type PromptFile = keyof typeof DEFAULT_TEXTS

export const PROMPT_FILES: readonly PromptFile[] = [
  'auto-compact.md',
  'scratch-write.md',
  'judgment.md',
  'judgment-context.md',
  'heads-up.md',
]

export const PLACEHOLDERS: Readonly<Record<PromptFile, readonly string[]>> = {
  'auto-compact.md': ['scratchFile', 'threadId'],
  'scratch-write.md': ['scratchFile', 'threadId'],
  'judgment.md': [],
  'judgment-context.md': [
    'tier',
    'percentRemaining',
    'boundariesJson',
    'lastAgentMessage',
    'transcriptExcerpt',
    'threadId',
    'turnId',
    'totalUsageTokens',
    'modelContextWindow',
  ],
  'heads-up.md': ['tier', 'percentRemaining', 'why'],
}

/** As shipped, frontmatter included. */
export const defaultText = (file: PromptFile): string => DEFAULT_TEXTS[file]
