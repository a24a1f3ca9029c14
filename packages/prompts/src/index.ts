/** `@rawr/prompts`: the words a model or a person reads, and how data is fenced off from them. Pure. */
export { defaultText, PLACEHOLDERS, PROMPT_FILES, type PromptFile } from './catalog.ts'
export { type CondenseKind, type CondenseRequest, condenseRequest } from './condense.ts'
export {
  changedInstructions,
  type Environment,
  environmentContext,
  type Instructions,
  instructionsContext,
  instructionsPath,
  pathInContext,
  removedInstructions,
  revertedInstructions,
} from './context-texts.ts'
export { continuationPrompt } from './continuation.ts'
export { type ContextPart, dataFence, isFenced } from './data-fence.ts'
export { FENCE_TAGS, type Fence, fence, fenceVerbatim } from './fence.ts'
export { type Frontmatter, type Prompt, parsePrompt } from './frontmatter.ts'
export { type HeadsUp, headsUp } from './heads-up.ts'
export {
  EXCERPT_MESSAGES_MAX,
  type ExcerptMessage,
  JUDGMENT_SCHEMA,
  type JudgmentAnswer,
  type JudgmentFacts,
  judgmentContext,
  readJudgment,
  transcriptExcerpt,
} from './judgment.ts'
export {
  type Continuation,
  fillContinuation,
  type Handoff,
  handoffBody,
  handoffText,
  PACKET_TAIL_CHARS,
  type PacketSource,
  watcherPacket,
} from './packet.ts'
export { foldPacketFacts, noPacketFacts, type PacketFacts, type ProgramPacket, programHandoff } from './packet-facts.ts'
export { type Review, reviewPrompt } from './review.ts'
export { type ScratchOwner, scratchFile } from './scratch-name.ts'
export {
  type PacketRequest,
  packetPrompt,
  type SequencePrompts,
  type SequenceTexts,
  sequencePrompts,
} from './sequence-prompts.ts'
export { type BoundaryFacts, boundaryText, summaryOpening } from './summary.ts'
export { systemPrompt } from './system-prompt.ts'
export { type Filled, fillTemplate, unknownPlaceholders } from './template.ts'
export { PROMPT_VERSION } from './version.ts'
