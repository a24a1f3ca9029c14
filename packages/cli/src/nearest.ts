/** The name somebody probably meant: the one with the fewest changed letters, if they are few. */
const CHANGES_MAX = 3

export const nearest = (word: string, names: readonly string[]): string | null => {
  const ranked = names
    .map((name) => ({ name, changes: changesBetween(word, name) }))
    .sort((a, b) => a.changes - b.changes || (a.name < b.name ? -1 : 1))
  const best = ranked[0]
  return best !== undefined && best.changes <= Math.min(CHANGES_MAX, Math.ceil(word.length / 2)) ? best.name : null
}

/** Letters added, dropped or replaced on the way from one word to the other. */
const changesBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
