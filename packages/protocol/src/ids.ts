/**
 * Names of things that travel. Each id is its own type, so that a turn cannot be passed where a thread is asked for.
 * Values are made by an `IdSource` (core) or come out of a schema; nothing else may brand a string.
 */
import { z } from 'zod'

const idText = z.string().min(1).max(200)

/** One conversation, on the wire and in the name of its log file. */
export const ThreadId = idText.brand<'ThreadId'>()
export type ThreadId = z.infer<typeof ThreadId>

/** The work for one user input. */
export const TurnId = idText.brand<'TurnId'>()
export type TurnId = z.infer<typeof TurnId>

/** One history item; unique in its thread, and what a pointer in a summary names. */
export const ItemId = idText.brand<'ItemId'>()
export type ItemId = z.infer<typeof ItemId>

/** Pairs a tool call with its result; unique in its thread. */
export const CallId = idText.brand<'CallId'>()
export type CallId = z.infer<typeof CallId>

/** Chosen by the client; the same id sent twice is the same submission. */
export const SubmissionId = idText.brand<'SubmissionId'>()
export type SubmissionId = z.infer<typeof SubmissionId>

/** Pairs a question outside the transcript (a judgment, an approval) with its answer. */
export const RequestId = idText.brand<'RequestId'>()
export type RequestId = z.infer<typeof RequestId>

/** One compaction, from its plan to its undo. */
export const CompactionId = idText.brand<'CompactionId'>()
export type CompactionId = z.infer<typeof CompactionId>

/** A compaction that was planned and shown, and may be executed as shown. */
export const PlanId = idText.brand<'PlanId'>()
export type PlanId = z.infer<typeof PlanId>

/** One automatic sequence of the watcher: scratch, packet, compaction, handoff. */
export const SequenceId = idText.brand<'SequenceId'>()
export type SequenceId = z.infer<typeof SequenceId>

/** One connected client, for as long as the daemon lives. */
export const ClientId = idText.brand<'ClientId'>()
export type ClientId = z.infer<typeof ClientId>

/** Lower-case sha-256 of the content, 64 hexadecimal digits. */
export const BlobId = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'BlobId'>()
export type BlobId = z.infer<typeof BlobId>

/** One life of the daemon: `seq` numbers of two epochs are comparable only through the log. */
export const Epoch = idText.brand<'Epoch'>()
export type Epoch = z.infer<typeof Epoch>
