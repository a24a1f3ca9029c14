/** What the agent itself used after a cut, line by line. */
import type { Cut } from './cut.ts'
import { anchorLines, declaredIn } from './definitions.ts'
import { type SourceLine, sourceLines } from './source-lines.ts'

/**
 * Lines of its calls and words, without the names it declared there itself before anything used them: a new variable is
 * not known from the past, even where the past happens to have one of the same name. A line copied to mark the spot of an
 * edit is no use either: it came from the file just read.
 */
export const usedLines = ({ future }: Pick<Cut, 'future'>): readonly SourceLine[] => {
  const used = new Set<string>()
  const declared = new Set<string>()
  return future.flatMap((event): readonly SourceLine[] => {
    if (event.kind !== 'call' && event.kind !== 'say') return []
    for (const name of declaredIn(event)) if (!used.has(name)) declared.add(name)
    const anchors = anchorLines(event)
    const own = sourceLines(event).filter(({ text }, at) => at === 0 || !anchors.has(text))
    const lines = own.map(({ text, keys }) => ({ text, keys: keys.filter((key) => !declared.has(key)) }))
    for (const { keys } of lines) for (const key of keys) used.add(key)
    return lines
  })
}
