/** A snapshot in JSON after the schema of the source documents (`summary_v1`), filled from the ledger, and the tail behind it. */
import type { Fact, FactType } from '../../probes/fact-log.ts'
import { factLedger } from '../../probes/ledger.ts'
import type { SessionEvent } from '../../probes/normal-form.ts'
import { offline } from '../compactor.ts'
import { fitStart } from '../fit.ts'
import { memoEvents } from '../memo-events.ts'
import { tailText } from './tail.ts'

const TASK_CHARS = 600

export const snapshotText: (events: readonly SessionEvent[]) => string = memoEvents((events) => {
  const ledger = factLedger(events)
  const current = (type: FactType): readonly Fact[] =>
    ledger.filter((fact) => fact.type === type && fact.supersededBy === undefined).toSorted((a, b) => b.last - a.last)
  const edited = new Set(current('file.edited').map(({ key }) => key))
  const snapshot = {
    task: events.findLast(({ kind }) => kind === 'user')?.text.slice(0, TASK_CHARS) ?? '',
    constraints: current('user.order').map(({ key }) => key),
    todo: current('todo').map(({ key, value }) => `${value}: ${key}`),
    files_in_scope: [
      ...current('file.edited').map(({ key }) => ({ path: key, why: 'edited' })),
      ...current('file.read')
        .filter(({ key }) => !edited.has(key))
        .map(({ key }) => ({ path: key, why: 'read' })),
    ],
    symbols: current('symbol').map(({ key, value }) => ({ name: key, file: fileName(value), role: 'defined' })),
    known_failures: current('error')
      .filter(({ value }) => value === 'open')
      .map(({ key }) => key),
    decisions: current('decision').map(({ key }) => key),
  }
  return Object.entries(snapshot)
    .map(([name, value]) =>
      typeof value === 'string' ? line(name, value) : [`${name}:`, ...value.map(entryLine)].join('\n'),
    )
    .join('\n')
})

const line = (name: string, value: string): string => `${JSON.stringify(name)}: ${JSON.stringify(value)}`

/** One entry a line: what belongs together stays together. */
const entryLine = (entry: unknown): string => ` ${JSON.stringify(entry)}`

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const snapshotTail = offline('snapshot + tail', ({ events, budgetTokens, count }) => {
  const snapshot = fitStart(snapshotText(events), budgetTokens, count)
  const room = budgetTokens - snapshot.tokens - 1
  return { text: room <= 0 ? snapshot.text : `${snapshot.text}\n${tailText(events, room, count)}` }
})
