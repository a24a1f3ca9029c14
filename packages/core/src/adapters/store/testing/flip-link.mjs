/** Turns `path` from a folder into a link to `target` and back, as fast as it can, until its standard input ends. */
import { mkdirSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'

const [, , path, target] = process.argv
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()
mkdirSync(path, { recursive: true })
process.stdout.write('turning\n')

/** Whoever is played this trick may be first; then the next turn is ours. */
const tried = (act) => {
  try {
    act()
  } catch {
    // Theirs, this time.
  }
}
let turns = 0
const turn = () => {
  for (let round = 0; round < 50; round += 1) {
    turns += 1
    tried(() => renameSync(path, `${path}.${turns}`))
    tried(() => symlinkSync(target, path))
    tried(() => unlinkSync(path))
    tried(() => mkdirSync(path))
  }
  if (!isOver) setImmediate(turn)
}
turn()
