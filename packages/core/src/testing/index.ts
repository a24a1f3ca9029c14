/** `@rawr/core/testing`: a scripted model, twins of every port in memory, and the suites that adapters and twins both run. */

export { chatBody } from '../adapters/model/chat-completions.ts'
export { responsesBody } from '../adapters/model/responses.ts'
export { recallTool } from '../adapters/tools/recall.ts'
export { PLANTED, tracesOf } from '../engine/secrets/testing/planted-secrets.ts'
export { blobStoreContract } from './contracts/blob-store.ts'
export type { ContractCase } from './contracts/contract.ts'
export { type ModelUnderTest, modelClientContract } from './contracts/model-client.ts'
export { projectFilesContract } from './contracts/project-files.ts'
export { threadStoreContract } from './contracts/thread-log.ts'
export { breachesIn } from './judged-home.ts'
export {
  type MemoryAudit,
  type MemoryClock,
  type MemoryLog,
  type MemoryLogger,
  type MemoryTool,
  type MemoryTools,
  memoryAudit,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLog,
  memoryLogger,
  memoryThreadStore,
  memoryTools,
} from './memory-ports.ts'
export { type MemoryProjectFiles, memoryProjectFiles } from './memory-project-files.ts'
export {
  failure,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedStep,
  scriptedModel,
  usage,
} from './scripted-model.ts'
export { BENCH_SETTINGS, type OpenedSession, type SessionBench, sessionBench } from './session-bench.ts'
export { isBesideTurn } from './watched-thread.ts'
