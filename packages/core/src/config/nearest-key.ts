/** The key somebody most likely meant: fewest edits, neighbours swapped counting as one. */

/** `null` where nothing is near enough to be meant. */
export const nearestKey = (key: string, candidates: readonly string[]): string | null => {
  const wanted = normal(key)
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editDistance(wanted, normal(candidate)) }))
    .sort((a, b) => a.edits - b.edits || lengthsApart(key, a.candidate) - lengthsApart(key, b.candidate))
  const best = ranked[0]
  return best !== undefined && best.edits <= Math.max(2, Math.floor(key.length / 3)) ? best.candidate : null
}

const lengthsApart = (a: string, b: string): number => Math.abs(a.length - b.length)

const normal = (key: string): string => key.toLowerCase().replaceAll('-', '_')

const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const replaced = at(last, column - 1) + (isSame ? 0 : 1)
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Infinity
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped))
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity
