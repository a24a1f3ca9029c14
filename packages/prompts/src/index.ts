/** `@rawr/prompts`: the words a model or a person reads, and how data is fenced off from them. Pure. */
export { type Environment, environmentContext, instructionsContext } from './context-texts.ts'
export { FENCE_TAGS, type Fence, fence } from './fence.ts'
export { type HeadsUp, headsUp } from './heads-up.ts'
export { type Handoff, handoffText, PACKET_TAIL_CHARS, type PacketSource, watcherPacket } from './packet.ts'
export { type BoundaryFacts, boundaryText, summaryOpening } from './summary.ts'
export { systemPrompt } from './system-prompt.ts'
export { PROMPT_VERSION } from './version.ts'
