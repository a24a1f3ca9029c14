/** `@rawr/lab`: recorded sessions. Read them, see what fills them, compact them offline. */

export { EXTRACT_STEPS, type ExtractStep, loadExactCount } from '@rawr/compaction'
export { fileFault } from './file-fault.ts'
export type { ImportedFormat, RefusedFormat, SessionFormat } from './import/detect.ts'
export { type ImportOptions, importSession } from './import/import-session.ts'
export type { ImportError, ImportedSession, ImportNotes, SkippedLine, UsageReport } from './import/session.ts'
export { type FileError, importFile } from './import-file.ts'
export { type ContextShare, type Inspection, inspectSession, type LargeItem } from './inspect.ts'
export {
  type OfflineCompaction,
  type OfflineError,
  type OfflineInput,
  type OfflineReport,
  offlineCompact,
} from './offline-compact.ts'
