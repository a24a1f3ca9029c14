/**
 * Random edits of a text file, each written as a patch in our grammar and as a unified diff, with the result that both must
 * give. Shares no code with the parser or the search: places are known from the edit itself.
 */
import fc from 'fast-check'

export type GeneratedEdit = {
  readonly before: Buffer
  readonly after: Buffer
  /** The hunks below `*** Update File:`. */
  readonly hunks: string
  /** The hunks of a unified diff, for `git apply`. */
  readonly unified: string
}

type Step = { readonly kind: 'keep' | 'drop' | 'add'; readonly text: string }

type Style = {
  readonly ending: '\n' | '\r\n'
  readonly finalEnding: boolean
  readonly mark: boolean
  readonly encoding: 'utf8' | 'latin1'
}

const CONTEXT_LINES = 3

/** Some lines repeat (a brace, nothing, a return), as in code; others are unique. */
const lineText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('', '  ', '\t'), fc.integer({ min: 0, max: 99_999 }))
      .map(([indent, n]) => `${indent}value_${n} = ${n * 7}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '}',
      '    return null',
      '  // grün, schön',
      '-- dashes',
      '+plus',
      '@@ odd',
      '*** starry',
    ),
  },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: lineText.map((text): Step => ({ kind: 'keep', text })) },
  { weight: 1, arbitrary: lineText.map((text): Step => ({ kind: 'drop', text })) },
  { weight: 1, arbitrary: lineText.map((text): Step => ({ kind: 'add', text })) },
)

const style: fc.Arbitrary<Style> = fc.record({
  ending: fc.constantFrom('\n', '\r\n'),
  finalEnding: fc.boolean(),
  mark: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'latin1'),
})

/** Never empty before, after or in between. */
export const generatedEdit: fc.Arbitrary<GeneratedEdit> = fc
  .tuple(fc.array(step, { minLength: 3, maxLength: 80 }), style)
  .map(([steps, how]) => ({ steps: settled(steps), how }))
  .map(({ steps, how }) => (how.encoding === 'latin1' ? singleByte(steps, how) : { steps, how }))
  .filter(({ steps }) => isEdit(steps))
  .map(({ steps, how }) => ({ steps, how: { ...how, finalEnding: how.finalEnding || endsEmpty(steps) } }))
  .map(({ steps, how }) => written(steps, { ...how, ending: hasEnding(steps, how) ? how.ending : '\n' }))

/** Told from UTF-8 by a byte that is none; no mark. */
const singleByte = (steps: readonly Step[], how: Style): { readonly steps: readonly Step[]; readonly how: Style } => ({
  steps: [{ kind: 'keep', text: 'grün' }, ...steps],
  how: { ...how, mark: false },
})

/** Within a run of changes the dropped lines come first, as in every diff. */
const settled = (steps: readonly Step[]): readonly Step[] => {
  const result: Step[] = []
  let run: Step[] = []
  const flush = (): void => {
    result.push(...run.filter(({ kind }) => kind === 'drop'), ...run.filter(({ kind }) => kind === 'add'))
    run = []
  }
  for (const one of steps) {
    if (one.kind !== 'keep') run.push(one)
    else {
      flush()
      result.push(one)
    }
  }
  flush()
  return result
}

/** An empty last line without an ending is no line at all. */
const endsEmpty = (steps: readonly Step[]): boolean => oldOf(steps).at(-1) === '' || newOf(steps).at(-1) === ''

/** Where no line of the file ends, nothing tells how its lines would. */
const hasEnding = (steps: readonly Step[], { finalEnding }: Style): boolean => finalEnding || oldOf(steps).length > 1

const isEdit = (steps: readonly Step[]): boolean =>
  steps.some(({ kind }) => kind !== 'keep') && oldOf(steps).length > 0 && newOf(steps).length > 0

const oldOf = (steps: readonly Step[]): readonly string[] =>
  steps.filter(({ kind }) => kind !== 'add').map(({ text }) => text)
const newOf = (steps: readonly Step[]): readonly string[] =>
  steps.filter(({ kind }) => kind !== 'drop').map(({ text }) => text)

const written = (steps: readonly Step[], how: Style): GeneratedEdit => {
  const spans = hunkSpans(steps)
  return {
    before: bytesOf(oldOf(steps), how),
    after: bytesOf(newOf(steps), how),
    hunks: spans.map((span) => ourHunk(steps, span)).join(''),
    unified: spans.map((span) => unifiedHunk({ steps, span, how })).join(''),
  }
}

const bytesOf = (lines: readonly string[], { ending, finalEnding, mark, encoding }: Style): Buffer =>
  Buffer.from((mark ? '\uFEFF' : '') + lines.join(ending) + (finalEnding ? ending : ''), encoding)

type Span = { readonly start: number; readonly end: number }

const hunkSpans = (steps: readonly Step[]): readonly Span[] => {
  const spans: Span[] = []
  for (const [index, { kind }] of steps.entries()) {
    if (kind === 'keep') continue
    const start = Math.max(0, index - CONTEXT_LINES)
    const end = Math.min(steps.length, index + 1 + CONTEXT_LINES)
    const last = spans.at(-1)
    if (last !== undefined && start <= last.end) spans[spans.length - 1] = { start: last.start, end }
    else spans.push({ start, end })
  }
  return widened(steps, spans)
}

/** Context grows upwards until the hunk's lines stand nowhere else between the hunk before and itself. */
const widened = (steps: readonly Step[], spans: readonly Span[]): readonly Span[] => {
  const result: Span[] = []
  for (const span of spans) {
    const from = result.at(-1)?.end ?? 0
    let { start } = span
    while (start > from && firstPlace(steps, { start, end: span.end, from }) !== start) start -= 1
    if (start <= from && result.length > 0) {
      const last = result.pop()
      result.push({ start: last?.start ?? 0, end: span.end })
    } else result.push({ start, end: span.end })
  }
  return result
}

const firstPlace = (steps: readonly Step[], { start, end, from }: Span & { readonly from: number }): number => {
  const sought = oldOf(steps.slice(start, end))
  for (let at = from; at < start; at += 1) {
    if (steps[at]?.kind === 'add') continue
    const here = oldOf(steps.slice(at)).slice(0, sought.length)
    if (here.length === sought.length && here.every((text, index) => text === sought[index])) return at
  }
  return start
}

const SIGNS = { keep: ' ', drop: '-', add: '+' } as const

const ourHunk = (steps: readonly Step[], { start, end }: Span): string => {
  const body = steps.slice(start, end).map(({ kind, text }) => `${SIGNS[kind]}${text}\n`)
  // Where nothing stands before the end to hold on to, the grammar's own mark says where.
  return `@@\n${body.join('')}${end === steps.length ? '*** End of File\n' : ''}`
}

type Unified = { readonly steps: readonly Step[]; readonly span: Span; readonly how: Style }

const unifiedHunk = ({ steps, span, how }: Unified): string => {
  const before = steps.slice(0, span.start)
  const inside = steps.slice(span.start, span.end)
  const count = (kind: 'drop' | 'add', some: readonly Step[]): number =>
    some.filter((one) => one.kind === kind || one.kind === 'keep').length
  const place = (kind: 'drop' | 'add'): string => {
    const length = count(kind, inside)
    return `${count(kind, before) + (length === 0 ? 0 : 1)},${length}`
  }
  const firstOld = steps.findIndex(({ kind }) => kind !== 'add')
  const firstNew = steps.findIndex(({ kind }) => kind !== 'drop')
  const lastOld = steps.findLastIndex(({ kind }) => kind !== 'add')
  const lastNew = steps.findLastIndex(({ kind }) => kind !== 'drop')
  const lines = inside.flatMap(({ kind, text }, index) => {
    const at = span.start + index
    const whole = (isFirst: boolean, isLast: boolean): string => {
      const line = (how.mark && isFirst ? '\uFEFF' : '') + text
      return isLast && !how.finalEnding ? `${line}\n\\ No newline at end of file\n` : line + how.ending
    }
    const old = whole(at === firstOld, at === lastOld)
    const fresh = whole(at === firstNew, at === lastNew)
    if (kind === 'drop') return [`-${old}`]
    if (kind === 'add') return [`+${fresh}`]
    // A line that only gains or loses its ending or the mark is changed, for git.
    return old === fresh ? [` ${old}`] : [`-${old}`, `+${fresh}`]
  })
  return `@@ -${place('drop')} +${place('add')} @@\n${lines.join('')}`
}
