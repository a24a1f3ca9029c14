/** `@rawr/core`: the engine of a thread and the world around it. */

export { readRecording } from './adapters/model/recording.ts'
export { openProjectFiles } from './adapters/store/project-files.ts'
export { type RepairOutcome, type RepairThreadOrder, repairThread } from './adapters/store/repair-thread.ts'
export { openThreadStore } from './adapters/store/thread-log.ts'
export type { ConfigError } from './config/config-error.ts'
export { type LoadedSettings, type LoadOptions, loadSettings } from './config/load.ts'
export { findProject, type Project } from './config/project-root.ts'
export { type BindOptions, planBind } from './daemon/bind.ts'
export { checkConfig } from './daemon/check-config.ts'
export { type ConnectOrStartOptions, connectOrStart, type DaemonAddress } from './daemon/connect-or-start.ts'
export type { DaemonFile } from './daemon/daemon-file.ts'
export { type DiagnoseOrder, diagnose, type Finding } from './daemon/diagnose.ts'
export { findDaemon } from './daemon/find-daemon.ts'
export { BindRefusedError, type Daemon, type DaemonOptions, DaemonRunningError, startDaemon } from './daemon/main.ts'
export { runDaemon } from './daemon/run-daemon.ts'
export { type StopOutcome, stopDaemon } from './daemon/stop-daemon.ts'
export { maskDeep } from './engine/secrets/mask-line.ts'
export { openVault, type SecretVault } from './engine/secrets/vault.ts'
export type { AuditSink } from './ports/audit-sink.ts'
export type { BlobStore } from './ports/blob-store.ts'
export type { Clock } from './ports/clock.ts'
export type { IdSource } from './ports/id-source.ts'
export type { Logger } from './ports/logger.ts'
export type {
  ModelClient,
  ModelEvent,
  ModelFailure,
  ModelInfo,
  ModelItem,
  SamplingRequest,
  ToolSpec,
} from './ports/model-client.ts'
export type { Archive, ProjectFiles } from './ports/project-files.ts'
export type { OpenedLog, OpenLogError, ThreadLog, ThreadStore, ThreadSummary } from './ports/thread-log.ts'
export type { ToolCall, ToolContext, ToolPurpose, ToolResult, ToolRunner } from './ports/tool-runner.ts'
export type { Listener } from './runtime/outbox.ts'
export { openSession } from './runtime/session.ts'
export type {
  CloseReason,
  InitialContext,
  Session,
  SessionDeps,
  Submitted,
} from './runtime/session-deps.ts'
