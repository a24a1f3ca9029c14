/** `@rawr/protocol`: the nouns on the wire and on disk. */

export { AbortReason } from './abort-reason.ts'
export { ApprovalDecision } from './approval.ts'
export { ArchiveInfo, ArchiveName } from './archive.ts'
export { CAPABILITIES } from './capabilities.ts'
export { type DecodeError, decodeClientFrame, decodeServerFrame, encodeFrame, type SkippedEvent } from './codec.ts'
export { CompactOptions } from './compact-options.ts'
export {
  Attribution,
  Boundary,
  CompactFailedReason,
  CompactionReport,
  HeldPart,
  LeaveReason,
  LineSources,
  RanStrategy,
  Strategy,
  Tier,
  Trigger,
  View,
  ViewEntry,
} from './compaction.ts'
export {
  CompactionCost,
  Decision,
  DecisionInputs,
  DecisionOutcome,
  DecisionRecord,
  EffectivePolicy,
  EffectiveTier,
  Heard,
  JudgmentNote,
  Limit,
  SemanticSign,
  Verdict,
} from './decision-record.ts'
export { DEFAULT_SETTINGS } from './default-settings.ts'
export { ContextKind } from './event/context-breakdown-result.ts'
export { CompactionPrompts } from './event/session-configured.ts'
export { type AnswerTo, EventMsg } from './event-msg.ts'
export {
  Accepted,
  Answer,
  ClientFrame,
  EVENT_FRAME_BYTES_MAX,
  Event,
  Gap,
  Heartbeat,
  Hello,
  INBOUND_FRAME_BYTES_MAX,
  PROTOCOL_VERSION,
  Rejected,
  ReplayComplete,
  ServerFrame,
  Submission,
  Welcome,
} from './frame.ts'
export {
  AttachmentItem,
  CompactBoundaryItem,
  CompactionItem,
  ContentPart,
  CustomToolCallItem,
  CustomToolCallOutputItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  GhostSnapshotItem,
  HistoryItem,
  ImagePart,
  isToolCall,
  isToolOutput,
  LocalShellCallItem,
  MessageItem,
  ProgressItem,
  ReasoningItem,
  TextPart,
  type ToolCallItem,
  type ToolOutputItem,
  textOfItem,
  textOfOutput,
  textOfParts,
  UnknownItem,
  WebSearchCallItem,
} from './history-item.ts'
export {
  BlobId,
  CallId,
  ClientId,
  CompactionId,
  Epoch,
  ItemId,
  PlanId,
  RequestId,
  SequenceId,
  SubmissionId,
  ThreadId,
  TurnId,
} from './ids.ts'
export { IMAGE_BYTES_MAX, IMAGE_TYPES, type ImageType, imageRefusal, imageTypeOf } from './image.ts'
export { BlobRef, ItemMeta, Origin } from './item-meta.ts'
export { jsonSchemas } from './json-schema.ts'
export { type LentContext, overridden } from './lent-context.ts'
export { isLogged, isTerminal } from './logged.ts'
export { assertNever, go, type Step, stay, type Transition } from './machine.ts'
export { QueueEdit } from './op/queue-edit.ts'
export { ForkPoint } from './op/thread-fork.ts'
export { isQuery, NEEDS_NO_THREAD, Op, type Query } from './op.ts'
export { PAGE_LIMIT_MAX } from './page.ts'
export { pathKey } from './path-key.ts'
export { PATTERN_CHARACTERS_MAX, type PathPattern, pathPattern } from './path-pattern.ts'
export { Pin, PinTarget } from './pin.ts'
export { PlanStep } from './plan-step.ts'
export { RecallTarget } from './recall.ts'
export { err, ok, type Result } from './result.ts'
export { ReviewTarget } from './review-target.ts'
export { decodeRolloutLine, encodeRolloutLine, type LineError } from './rollout-codec.ts'
export {
  Compacted,
  LoggedEvent,
  NOT_CONFIRMED,
  QueueChange,
  QueuedInput,
  type RolloutItem,
  RolloutLine,
  SessionMeta,
  ThreadChange,
  TurnContext,
} from './rollout-item.ts'
export {
  ApprovalPolicy,
  AutoCompactionSettings,
  CompactSettings,
  Features,
  KeepRole,
  ModelSettings,
  PROJECT_SECTIONS,
  ProviderPreset,
  ProviderSettings,
  SandboxMode,
  SemanticSignals,
  Settings,
  SettingsLayer,
  TierPolicy,
  ToolSettings,
} from './settings.ts'
export { SummaryV1, summaryV1Schema } from './summary-v1.ts'
export { ThreadInfo } from './thread-info.ts'
export { ContextUsage, TokenUsage } from './token-usage.ts'
export { Millis, Percent, Seq, TokenSource, Tokens, UnixMillis } from './units.ts'
export { isWork, TurnKind, TurnOrigin, textOfInput, UserInput } from './user-input.ts'
export { WireError, WireErrorCode } from './wire-error.ts'
