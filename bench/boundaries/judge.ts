// What a list of phrases finds of what readers found: agreement of two readers, precision and recall of a class.
export const CLASSES = ['agent_done', 'topic_shift', 'concluding_thought'] as const
export type BoundaryClass = (typeof CLASSES)[number]

export type Label = {
  /** Below the folder of the sessions. */
  readonly file: string
  /** 1-based, of the record that holds the message. */
  readonly line: number
  readonly first: ReadonlySet<BoundaryClass>
  readonly second: ReadonlySet<BoundaryClass>
  readonly reason: string
}

/** Columns: file, line, three marks of the first reader, three of the second, reason of the first. */
export const readLabels = (text: string): readonly Label[] =>
  text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const cells = row.split('\t')
      const [file = '', line = ''] = cells
      const marks = cells.slice(2, 8)
      if (file === '' || !/^\d+$/.test(line) || marks.length !== 6 || marks.some((mark) => !/^[01]$/.test(mark)))
        throw new Error(`not a label: ${row}`)
      const setOf = (own: readonly string[]) => new Set(CLASSES.filter((_, at) => own[at] === '1'))
      return {
        file,
        line: Number(line),
        first: setOf(marks.slice(0, 3)),
        second: setOf(marks.slice(3)),
        reason: cells[8] ?? '',
      }
    })

export type Counts = { readonly hits: number; readonly found: number; readonly wanted: number; readonly n: number }

export const countsOf = (pairs: readonly { readonly said: boolean; readonly wanted: boolean }[]): Counts => ({
  hits: pairs.filter(({ said, wanted }) => said && wanted).length,
  found: pairs.filter(({ said }) => said).length,
  wanted: pairs.filter(({ wanted }) => wanted).length,
  n: pairs.length,
})

const Z = 1.959964

/** Wilson's 95 % interval of a share; `null` where nothing was counted. */
export const wilson = (hits: number, total: number): readonly [low: number, high: number] | null => {
  if (total === 0) return null
  const share = hits / total
  const centre = share + Z ** 2 / (2 * total)
  const reach = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))
  const scale = 1 + Z ** 2 / total
  return [Math.max(0, (centre - reach) / scale), Math.min(1, (centre + reach) / scale)]
}

/** Cohen's kappa: agreement beyond what two readers with these habits would have by chance. */
export const kappa = (pairs: readonly { readonly a: boolean; readonly b: boolean }[]): number => {
  const n = pairs.length
  const agree = pairs.filter(({ a, b }) => a === b).length / n
  const [yesA, yesB] = [pairs.filter(({ a }) => a).length / n, pairs.filter(({ b }) => b).length / n]
  const chance = yesA * yesB + (1 - yesA) * (1 - yesB)
  return chance === 1 ? 1 : (agree - chance) / (1 - chance)
}
