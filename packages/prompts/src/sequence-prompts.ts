/** The prompts of a compaction sequence with the thread's own values in them, ready to be sent. */
import { fillTemplate } from './template.ts'

export type SequenceTexts = {
  /** Bodies of `auto-compact.md` and `scratch-write.md`. */
  readonly packet: string
  readonly scratch: string
  readonly threadId: string
  /** Relative to the project. */
  readonly scratchFile: string
}

export type SequencePrompts = { readonly packet: string; readonly scratch: string }

export const sequencePrompts = ({ packet, scratch, threadId, scratchFile }: SequenceTexts): SequencePrompts => {
  const fill = (text: string): string => fillTemplate(text, { scratchFile, threadId }).text.trim()
  return { packet: fill(packet), scratch: fill(scratch) }
}

export type PacketRequest = {
  readonly prompts: SequencePrompts
  /** With the packet the agent writes its notes: one message asks for both, the notes first. */
  readonly scratch: 'asked' | 'not_asked'
}

export const packetPrompt = ({ prompts, scratch }: PacketRequest): string =>
  scratch === 'asked' ? `${prompts.scratch}\n\nThen, as your answer:\n\n${prompts.packet}` : prompts.packet
