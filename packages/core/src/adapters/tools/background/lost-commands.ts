/** Which background commands a log says are running: begun, and never read or stopped to their end. Pure. */
import type { HistoryItem } from '@rawr/protocol'
import { z } from 'zod'

const Begun = z.object({ background: z.string() })
const Looked = z.object({ name: z.string() })

export const runningByLog = (items: readonly HistoryItem[]): readonly string[] => {
  const calls = new Map<string, { readonly tool: string; readonly given: string }>()
  const running = new Set<string>()
  for (const item of items) {
    if (item.type === 'function_call') calls.set(item.call_id, { tool: item.name, given: item.arguments })
    if (item.type !== 'function_call_output') continue
    const call = calls.get(item.call_id)
    const begun = call?.tool === 'shell' ? parsed(Begun, call.given)?.background : undefined
    const looked = call?.tool === 'background' ? parsed(Looked, call.given)?.name : undefined
    const hasEnded = item.exit_code !== undefined
    if (begun !== undefined && item.success === true && !hasEnded) running.add(begun)
    if (looked !== undefined && (hasEnded || item.success === false)) running.delete(looked)
  }
  return [...running]
}

const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined => {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
