/** The prompts of a thread, as the user's folder has them or as they ship. */
import {
  defaultText,
  PACKET_TAIL_CHARS,
  PROMPT_FILES,
  type PromptFile,
  parsePrompt,
  scratchFile,
  sequencePrompts,
} from '@rawr/prompts'
import { type CompactionPrompts, err, ok, type Result, type Settings, type ThreadId } from '@rawr/protocol'

export type ThreadPrompts = {
  /** Without frontmatter, placeholders unfilled. */
  readonly bodies: Readonly<Record<PromptFile, string>>
  readonly maxTailChars: number
  /** A decision prompt by its bare file name. */
  readonly read: (file: string) => Promise<Result<string, string>>
}

/** For whoever runs a session without a folder of prompts. */
export const embeddedPrompts = (): ThreadPrompts => {
  const bodies = Object.fromEntries(PROMPT_FILES.map((file) => [file, shippedBody(file)])) as Record<PromptFile, string> // PROMPT_FILES names every file.
  const isKnown = (file: string): file is PromptFile => Object.hasOwn(bodies, file)
  return {
    bodies,
    maxTailChars: PACKET_TAIL_CHARS,
    read: async (file) => (isKnown(file) ? ok(bodies[file]) : err(`there is no prompt ${file}`)),
  }
}

const shippedBody = (file: PromptFile): string => {
  const prompt = parsePrompt(defaultText(file))
  if (!prompt.ok) throw new Error(`the shipped ${file} is broken: ${prompt.error}`)
  return prompt.value.body
}

type Announcing = {
  readonly prompts: ThreadPrompts
  readonly deps: { readonly threadId: ThreadId; readonly settings: Pick<Settings, 'project_files'> }
}

/** What a client needs to run a sequence: it opens no file itself. */
export const announcedPrompts = ({ prompts, deps }: Announcing): CompactionPrompts => {
  const { bodies, maxTailChars } = prompts
  const { threadId, settings } = deps
  const file = scratchFile({ threadId })
  const texts = { packet: bodies['auto-compact.md'], scratch: bodies['scratch-write.md'], threadId, scratchFile: file }
  const filled = sequencePrompts(texts)
  return {
    packet: filled.packet,
    // Nobody may ask for notes where nothing of ours belongs into the project.
    scratch: settings.project_files ? filled.scratch : '',
    heads_up: bodies['heads-up.md'],
    max_tail_chars: maxTailChars,
    scratch_file: file,
  }
}
