/** What a loaded thread answers to a query. Nothing changes by it, so it passes by the machines. */
import { askedCompaction, why } from '@rawr/audit'
import { estimateItem, estimateText, visibleItems } from '@rawr/compaction'
import { assertNever, type EventMsg, err, ok, type Result } from '@rawr/protocol'
import { contextBreakdown } from '../engine/breakdown.ts'
import { usageOf } from '../engine/limits.ts'
import type { Refusal } from '../engine/session/state.ts'
import { archiveOf } from './archive-of.ts'
import { archiveList, shownArchive } from './archive-query.ts'
import { ratesOf } from './gauge.ts'
import type { SessionParts } from './session-parts.ts'
import type { ThreadQuery } from './thread-query.ts'

export const answerQuery = async (parts: SessionParts, query: ThreadQuery): Promise<Result<EventMsg, Refusal>> => {
  switch (query.type) {
    case 'context_breakdown':
      return ok(breakdownOf(parts))
    case 'explain':
      return explained(parts, query)
    case 'model_list':
      return ok(await modelsOf(parts))
    case 'history_list':
      return await fromBeside(async () => ok(await archiveList(parts.deps, query)))
    case 'history_show':
      return await fromBeside(() => shownArchive(parts.deps, query))
    case 'compaction_show':
      return shownCompaction(parts, query)
    case 'recall':
      return recalled(parts, query)
    default:
      return assertNever(query)
  }
}

/** What keeps the folder beside the project from being read is said, and is no fault of the thread. */
const fromBeside = async (answer: () => Promise<Result<EventMsg, Refusal>>): Promise<Result<EventMsg, Refusal>> => {
  try {
    return await answer()
  } catch (error) {
    return err({ code: 'invalid', message: error instanceof Error ? error.message : String(error), path: ['op'] })
  }
}

const breakdownOf = ({ deps, record, gauge, instructions, specs, prefix }: SessionParts): EventMsg => {
  const rates = ratesOf(deps.settings)
  return contextBreakdown({
    usage: usageOf(gauge()),
    instructions: estimateText(instructions, 'prose', rates),
    tools: estimateText(JSON.stringify(specs), 'call', rates),
    items: visibleItems(record.history()).map((item) => ({ item, tokens: estimateItem(item, rates) })),
    prefix: prefix.now(),
  })
}

const explained = async (
  { deps }: SessionParts,
  { decision_id }: Extract<ThreadQuery, { type: 'explain' }>,
): Promise<Result<EventMsg, Refusal>> => {
  const records = await deps.audit.decisions(deps.threadId)
  const record = records.findLast(({ id }) => decision_id === undefined || id === decision_id)
  const events = decision_id === undefined ? await deps.audit.happened(deps.threadId) : []
  const asked = askedCompaction({ events, records })
  if (record !== undefined) return ok({ type: 'explain_result', record, sentences: [...asked, ...why(record)] })
  if (decision_id === undefined) return ok({ type: 'explain_result', record: null, sentences: [...asked] })
  const message = `The thread has no decision ${decision_id}.`
  return err({ code: 'invalid', message, path: ['op', 'decision_id'] })
}

const modelsOf = async ({ deps }: SessionParts): Promise<EventMsg> => {
  const { name } = deps.settings.model
  const offered = (await deps.offeredModels?.()) ?? []
  const models = offered.map(({ id, contextWindow }) => ({
    name: id,
    ...(contextWindow === undefined ? {} : { context_window: contextWindow }),
  }))
  return { type: 'model_list_result', models, ...(name === undefined ? {} : { current: name }) }
}

const shownCompaction = (
  { record }: SessionParts,
  { compaction_id: wanted }: Extract<ThreadQuery, { type: 'compaction_show' }>,
): Result<EventMsg, Refusal> => {
  const found = record.history().compactions.findLast(({ entry }) => wanted === undefined || entry.id === wanted)
  if (found === undefined) {
    const message =
      wanted === undefined ? 'The thread was not compacted yet.' : `The thread has no compaction ${wanted}.`
    return err({ code: 'invalid', message, path: ['op', 'compaction_id'] })
  }
  const { id: compaction_id, report, message: text } = found.entry
  return ok({ type: 'compaction_show_result', compaction_id, ...(report === undefined ? {} : { report }), text })
}

const recalled = async (
  parts: SessionParts,
  { target, page = 1 }: Extract<ThreadQuery, { type: 'recall' }>,
): Promise<Result<EventMsg, Refusal>> => {
  const found = await archiveOf(parts).recall({ target, page })
  if (found.ok) {
    const { text, next, characters } = found.value
    return ok({ type: 'recall_result', text, page, ...(next === null ? {} : { next_page: next }), characters })
  }
  return found.error === 'no_such_page'
    ? err({ code: 'invalid', message: `There is no page ${page} of it.`, path: ['op', 'page'] })
    : err({ code: 'invalid', message: 'The thread has nothing of this id.', path: ['op', 'target', 'id'] })
}
