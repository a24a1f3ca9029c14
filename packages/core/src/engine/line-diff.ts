/** The shortest way from one list of lines to another (Myers), bounded: texts that differ too much are replaced whole. */

export type LineChange = { readonly mark: ' ' | '-' | '+'; readonly line: string }

/** Steps after which two texts count as different altogether; time and room grow with its square. */
const DISTANCE_MAX = 1_000

export const lineDiff = (before: readonly string[], after: readonly string[]): readonly LineChange[] => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return [
    ...before.slice(0, start).map(marked(' ')),
    ...(shortestWay(a, b) ?? [...a.map(marked('-')), ...b.map(marked('+'))]),
    ...before.slice(before.length - end).map(marked(' ')),
  ]
}

const marked =
  (mark: LineChange['mark']) =>
  (line: string): LineChange => ({ mark, line })

/** `null` beyond the limit. */
const shortestWay = (a: readonly string[], b: readonly string[]): readonly LineChange[] | null => {
  const limit = Math.min(a.length + b.length, DISTANCE_MAX)
  const reach = new Map<number, number>([[1, 0]])
  const rounds: ReadonlyMap<number, number>[] = []
  for (let distance = 0; distance <= limit; distance += 1) {
    rounds.push(new Map(reach))
    for (let k = -distance; k <= distance; k += 2) {
      let x = isDown(reach, k, distance) ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      reach.set(k, x)
      if (x >= a.length && x - k >= b.length) return walkBack({ a, b }, rounds)
    }
  }
  return null
}

const isDown = (reach: ReadonlyMap<number, number>, k: number, distance: number): boolean =>
  k === -distance || (k !== distance && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0))

type Texts = { readonly a: readonly string[]; readonly b: readonly string[] }

const walkBack = ({ a, b }: Texts, rounds: readonly ReadonlyMap<number, number>[]): readonly LineChange[] => {
  const changes: LineChange[] = []
  let [x, y] = [a.length, b.length]
  for (let distance = rounds.length - 1; distance >= 0; distance -= 1) {
    const reach = rounds[distance] ?? new Map<number, number>()
    const k = x - y
    const down = isDown(reach, k, distance)
    const fromX = reach.get(down ? k + 1 : k - 1) ?? 0
    const fromY = fromX - (down ? k + 1 : k - 1)
    while (x > fromX && y > Math.max(0, fromY)) {
      changes.push({ mark: ' ', line: a[x - 1] ?? '' })
      x -= 1
      y -= 1
    }
    if (distance === 0) break
    if (down) changes.push({ mark: '+', line: b[y - 1] ?? '' })
    else changes.push({ mark: '-', line: a[x - 1] ?? '' })
    ;[x, y] = [fromX, fromY]
  }
  return changes.reverse()
}
