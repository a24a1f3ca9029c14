/** Results that only show what a later result shows again: a file read whole once more, the same range read once more. */
import { type HistoryItem, isToolCall, isToolOutput } from '@rawr/protocol'
import { toolUses } from '../ledger/tool-use.ts'

/** The reads of a log, noted as its items arrive. */
export class ReadViews {
  readonly #paths = new Map<string, string>()
  readonly #resultAt = new Map<string, number>()
  readonly #calls: { readonly callId: string; readonly view: string }[] = []

  note(item: HistoryItem, position: number): void {
    if (isToolOutput(item)) this.#resultAt.set(item.call_id, position)
    if (!isToolCall(item) || item.type === 'local_shell_call' || !/^read/i.test(item.name)) return
    const [use] = toolUses(item)
    if (use?.kind !== 'read') return
    this.#paths.set(item.call_id, use.path)
    this.#calls.push({ callId: item.call_id, view: `${use.path}\n${use.range ?? ''}` })
  }

  /** The file behind a call that only reads one. */
  pathOf(callId: string): string | undefined {
    return this.#paths.get(callId)
  }

  /** Positions of the superseded results. */
  superseded(): ReadonlySet<number> {
    const newest = new Map<string, number>()
    const superseded = new Set<number>()
    for (const { callId, view } of this.#calls) {
      const position = this.#resultAt.get(callId)
      if (position === undefined) continue
      const older = newest.get(view)
      if (older !== undefined) superseded.add(older)
      newest.set(view, position)
    }
    return superseded
  }
}
