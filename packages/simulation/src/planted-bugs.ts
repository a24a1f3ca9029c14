/**
 * Bugs that the world must find: each is one change of one source file, the law it breaks, and what it does in a sentence.
 * Where the text to change is gone, a test says so: the bug has to be planted anew.
 */
import { z } from 'zod'

export const PlantedBug = z.strictObject({
  name: z.string(),
  law: z.string(),
  does: z.string(),
  /** From the root of the repository. */
  file: z.string(),
  /** Stands there exactly once. */
  text: z.string(),
  becomes: z.string(),
})
export type PlantedBug = z.infer<typeof PlantedBug>

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'orphaned-call',
    law: 'L1',
    does: 'A turn that is interrupted leaves its first open call without a result.',
    file: 'packages/core/src/engine/turn/ending.ts',
    text: 'batch.calls.slice(batch.written).map',
    becomes: 'batch.calls.slice(batch.written + 1).map',
  },
  {
    name: 'call-id-taken-twice',
    law: 'L1',
    does: 'A model that counts its calls anew in each answer gives two calls of the thread one id.',
    file: 'packages/core/src/runtime/record.ts',
    text: 'hasCall: (callId) => calls.has(callId),',
    becomes: 'hasCall: (callId) => callId.length === 0 && calls.has(callId),',
  },
  {
    name: 'no-gate',
    law: 'L2',
    does: 'The gate in front of a request lets through three times what fits.',
    file: 'packages/core/src/engine/limits.ts',
    text: 'if (needed > windowTokens)',
    becomes: 'if (needed > windowTokens * 3)',
  },
  {
    name: 'broken-arguments',
    law: 'L3',
    does: 'Arguments that a model wrote half are sent back as they are.',
    file: 'packages/core/src/adapters/model/legal-text.ts',
    text: `  } catch {
    return JSON.stringify({ unparsed: legalText(text) })`,
    becomes: `  } catch {
    return text`,
  },
  {
    name: 'encrypted-changed',
    law: 'L4',
    does: 'Encrypted reasoning is sent back with another letter in it.',
    file: 'packages/core/src/adapters/model/responses-items.ts',
    text: '            encrypted_content: item.encrypted_content,',
    becomes: `            encrypted_content: item.encrypted_content.replace('g', 'G'),`,
  },
  {
    name: 'rules-forgotten',
    law: 'L5',
    does: 'A compaction leaves the project’s instructions out of its view.',
    file: 'packages/compaction/src/strategy/view-of.ts',
    text: '...input.contextItems.map((item)',
    becomes: '...input.contextItems.slice(1).map((item)',
  },
  {
    name: 'pinned-file-forgotten',
    law: 'L5',
    does: 'A pinned file holds nothing of it.',
    file: 'packages/compaction/src/pins.ts',
    text: 'return newest < 0 ? [] : [newest]',
    becomes: 'return newest < 0 ? [newest] : []',
  },
  {
    name: 'live-request-forgotten',
    law: 'L6',
    does: 'A compaction in the middle of a turn keeps the request of the user only where it is near the end.',
    file: 'packages/compaction/src/strategy/view-of.ts',
    text: '...(live === null || liveCut !== null ? [] : [live]),',
    becomes: '...(live === null || liveCut !== null || live < items.length ? [] : [live]),',
  },
  {
    name: 'undo-without-effect',
    law: 'L7',
    does: 'An undo is logged, told, and changes nothing of what the model sees.',
    file: 'packages/compaction/src/history/history.ts',
    text: 'return withState(history, { id: line.payload.compacted_id, undone: true })',
    becomes: 'return withState(history, { id: line.payload.compacted_id, undone: false })',
  },
  {
    name: 'view-changes-on-reload',
    law: 'L7',
    does: 'A running session does not fold what it logs of a rollback; the reloaded one does.',
    file: 'packages/core/src/runtime/record.ts',
    text: 'for (const line of written) fold(line)',
    becomes: `for (const line of written) if (line.type !== 'rollback') fold(line)`,
  },
  {
    name: 'cancelled-and-done',
    law: 'L8',
    does: 'A compaction that was cancelled while it read the disk is written all the same.',
    file: 'packages/core/src/runtime/compact.ts',
    text: 'const isCancelled = () => !isCurrent(compactionId)',
    becomes: 'const isCancelled = () => false',
  },
  {
    name: 'written-and-not-told',
    law: 'L8',
    does: 'A daemon killed between the line of a compaction and its report never reports it.',
    file: 'packages/core/src/engine/restore.ts',
    text: 'open === null || report === undefined ? null : { ...open, report }',
    becomes: 'open === null || report === undefined ? open : null',
  },
  {
    name: 'two-in-flight',
    law: 'L9',
    does: 'Who asks for a compaction while one runs gets another one.',
    file: 'packages/core/src/engine/session/compaction.ts',
    text: `    case 'compacting':
      return joined(state, id, phase.inFlight.ask.submissionId)`,
    becomes: `    case 'compacting':
      return startCompaction(state, { ask, fresh }, accepted(event, 'started'))`,
  },
  {
    name: 'queued-compaction-forgotten',
    law: 'L9',
    does: 'A compaction that waited when the daemon died is never heard of again.',
    file: 'packages/core/src/runtime/recover.ts',
    text: 'if (queuedCompaction !== null) outbox.emit(',
    becomes: 'if (queuedCompaction !== null && waiting.hold !== null) outbox.emit(',
  },
  {
    name: 'no-breaker',
    law: 'L10',
    does: 'The breaker never opens, however often a compaction fails.',
    file: 'packages/policy/src/breaker.ts',
    text: 'breaker.openedAtTokens !== null && (usedTokens',
    becomes: 'breaker.openedAtTokens !== null && breaker.failures > 1_000 && (usedTokens',
  },
  {
    name: 'unmarked-estimate',
    law: 'L11',
    does: 'The completion line shows an estimate as if it were a count.',
    file: 'packages/compaction/src/completion-line.ts',
    text: `report.estimate === 'divisors' ? '~' : ''`,
    becomes: `report.estimate === 'divisors' ? '' : ''`,
  },
  {
    name: 'lost-queued-message',
    law: 'L12',
    does: 'A turn that begins takes two messages out of the queue and answers one.',
    file: 'packages/core/src/engine/session/settle.ts',
    text: 'const queue = without(state.queue, input.submission_id)',
    becomes: 'const queue = without(state.queue, input.submission_id).slice(wasWaiting ? 1 : 0)',
  },
  {
    name: 'double-delivery',
    law: 'L12',
    does: 'A message that is sent again after a lost connection is taken again.',
    file: 'packages/core/src/runtime/replies.ts',
    text: 'if (fromSeq !== undefined) {',
    becomes: `if (fromSeq !== undefined && id === '') {`,
  },
  {
    name: 'torn-message-forgotten',
    law: 'L12',
    does: 'A message that was on its way into its turn when the daemon died is gone.',
    file: 'packages/core/src/runtime/recover.ts',
    text: 'if (torn !== null) writeTorn(deps, restored, torn)',
    becomes: 'if (torn !== null && torn.itemId !== null) writeTorn(deps, restored, torn)',
  },
  {
    name: 'told-before-written',
    law: 'L12',
    does: 'Clients are told of an event before it is in the log.',
    file: 'packages/core/src/runtime/outbox.ts',
    text: 'const given = { seq: lastSeq + 1, submission_id: id, msg }',
    becomes: `const given = { seq: lastSeq + 1, submission_id: id, msg }
    tell(eventOf(threadId, given))`,
  },
  {
    name: 'hole-after-reconnect',
    law: 'L12',
    does: 'A client that comes back is not told what it missed.',
    file: 'packages/core/src/daemon/connection.ts',
    text: 'sentSeq: Math.min(link.sentSeq, lastSeq)',
    becomes: 'sentSeq: link.sentSeq === 0 ? 0 : lastSeq',
  },
  {
    name: 'hold-without-end',
    law: 'L12',
    does: 'Held messages wait for ever where the clock on the wall was set back.',
    file: 'packages/core/src/engine/session/messages.ts',
    text: 'return state.hold?.sequenceId === sequenceId\n',
    becomes: 'return state.hold?.sequenceId === sequenceId && state.hold.deadline <= fresh.at\n',
  },
  {
    name: 'log-stays-open',
    law: 'L12',
    does: 'After a failed sync the log is never closed, and nobody can open the thread again.',
    file: 'packages/core/src/runtime/write-down.ts',
    text: `  } finally {
    // Also where the disk refused: a log that stays open can be loaded by nobody.
    await record.close()
  }`,
    becomes: `    await record.close()
  } finally {
  }`,
  },
  {
    name: 'foreign-turn-end',
    law: 'L12',
    does: 'The watcher takes the end of any turn for the end of its compaction and lets the held messages go.',
    file: 'packages/tui/src/watcher/sequence.ts',
    text: ': boolean => submissionId === state.submissionId',
    becomes: ': boolean => submissionId === state.submissionId || state.deadline > 0',
  },
  {
    name: 'no-sources',
    law: 'L13',
    does: 'The lines of a summary do not say what they stand for.',
    file: 'packages/compaction/src/strategy/view-of.ts',
    text: 'sources: [...draft.sources]',
    becomes: 'sources: []',
  },
  {
    name: 'summary-of-a-summary',
    law: 'L13',
    does: 'A compaction reads what the model saw, the earlier summary included, and not the log.',
    file: 'packages/compaction/src/strategy/prepared.ts',
    text: 'const items = allItems(history)',
    becomes: 'const items = [...history.seen.items, ...allItems(history).slice(history.seen.from)]',
  },
  {
    name: 'open-fence',
    law: 'L14',
    does: 'Text inside a fence may close it and speak as the user.',
    file: 'packages/prompts/src/fence.ts',
    text: 'text: escapeTags(text.toWellFormed(), [tag, ...FENCE_TAGS])',
    becomes: 'text: text.toWellFormed()',
  },
  {
    name: 'denied-and-run',
    law: 'L14',
    does: 'A call that a person refused runs.',
    file: 'packages/core/src/engine/turn/tools.ts',
    text: `const batch = decision === 'denied' ? withOutput(state.batch, call, closedCall(call, DENIED)) : state.batch`,
    becomes: `const batch = decision === 'denied' ? state.batch : state.batch`,
  },
  {
    name: 'no-headroom',
    law: 'L15',
    does: 'A compaction is accepted that leaves no room.',
    file: 'packages/compaction/src/accept.ts',
    text: `if (isTight && !isOffline) return 'no_headroom'`,
    becomes: `if (isTight && !isOffline && before === 0) return 'no_headroom'`,
  },
  {
    name: 'wrong-count',
    law: 'L16',
    does: 'The report of a compaction counts one item more than it kept.',
    file: 'packages/compaction/src/strategy/plan-of.ts',
    text: '    kept: made.kept,',
    becomes: '    kept: made.kept + 1,',
  },
  {
    name: 'pin-forgotten',
    law: 'L16',
    does: 'A compaction of any kind treats pinned items like all others.',
    file: 'packages/compaction/src/pins.ts',
    text: 'if (first === undefined || last === undefined) return []',
    becomes: 'if (first !== undefined || last === undefined) return []',
  },
  {
    name: 'other-inputs',
    law: 'L17',
    does: 'The watcher records other inputs than it decided from.',
    file: 'packages/tui/src/watcher/evaluate.ts',
    text: `  return {
    inputs,
    evaluation: {`,
    becomes: `  return {
    inputs: { ...inputs, feature_on: !inputs.feature_on },
    evaluation: {`,
  },
  {
    name: 'old-results-masked',
    law: 'prefix',
    does: 'Results that lie some way back are masked in each request anew, so that no two requests begin alike.',
    file: 'packages/core/src/runtime/read-answer.ts',
    text: 'parts.bodyLimit.fit(fencedItems(visibleItems(record.history())))',
    becomes: `parts.bodyLimit.fit(
    fencedItems(visibleItems(record.history())).map((item, at, all) =>
      item.type === 'function_call_output' && at < all.length - 6 ? { ...item, output: '[masked]' } : item,
    ),
  )`,
  },
]
