/**
 * L5: of a pinned file the newest view or edit, call and result, is whole in each view that a compaction writes. Which call
 * that is, is read from the log by names and paths alone; where none can be told, nothing is judged.
 */
import { type HistoryItem, isToolOutput } from '../../history-item.ts'
import type { Compacted, RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import { LogReading } from './log-reading.ts'

export const checkPinnedFiles = (lines: readonly RolloutLine[]): Breach[] => {
  const reading = new LogReading()
  return lines.flatMap((line, index): Breach[] => {
    reading.take(line)
    return line.type === 'compacted'
      ? problemsOf(line.payload, reading).map((message) => ({ law: 'L5', at: `line ${index}`, message }))
      : []
  })
}

const problemsOf = ({ view }: Compacted, { items, pins }: LogReading): readonly string[] => {
  const ids = items.map(({ meta }) => meta.id)
  const whole = new Set<string>()
  for (const entry of view.entries)
    if (entry.kind === 'keep')
      for (const id of ids.slice(ids.indexOf(entry.first), ids.indexOf(entry.last) + 1)) whole.add(id)
  return pins.flatMap((pin) => {
    if (pin.kind !== 'file') return []
    return newestOf(pin.path, items).flatMap(({ meta }) =>
      whole.has(meta.id) ? [] : [`${meta.id} of the pinned file ${pin.path} is not whole in the view`],
    )
  })
}

/** The call that saw or wrote the file last, and its result. */
const newestOf = (path: string, items: readonly HistoryItem[]): readonly HistoryItem[] => {
  const resultOf = (call: Call) => items.find((item) => isToolOutput(item) && item.call_id === call.call_id)
  const call = items.findLast(
    (item) =>
      item.type === 'function_call' && didSomething(resultOf(item)) && (sees(item, path) || mayEdit(item, path)),
  )
  if (call?.type !== 'function_call' || !sees(call, path)) return []
  const result = resultOf(call)
  return result === undefined ? [call] : [call, result]
}

/** A call that was refused, failed or cut off saw nothing and changed nothing. */
const didSomething = (result: HistoryItem | undefined): boolean =>
  result?.type !== 'function_call_output' || (result.success !== false && !String(result.output).startsWith('aborted'))

type Call = Extract<HistoryItem, { type: 'function_call' }>

const sees = (call: Call, path: string): boolean => SEES.has(call.name) && pathIn(call) === path

/** A patch is not read here: one that names the file may be newer than what was seen of it. */
const mayEdit = (call: Call, path: string): boolean => call.name === 'apply_patch' && call.arguments.includes(path)

/** Tools that take the path of one file; what a command does is not read. */
const SEES: ReadonlySet<string> = new Set(['read', 'read_file', 'write', 'write_file'])

const pathIn = ({ arguments: text }: { readonly arguments: string }): string | null => {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null) return null
    const path: unknown = 'path' in given ? given.path : 'file_path' in given ? given.file_path : null
    return typeof path === 'string' ? path : null
  } catch {
    return null
  }
}
