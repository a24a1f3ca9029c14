/**
 * `pnpm mutate`: plants one bug after the other into the sources a thread loads, and plays stories until one breaks a law.
 * The list of what was found, where and by which story is written to `docs/simulation.md`; the stories are kept.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openCrew } from './crew.ts'
import { type FoundBug, foundBugs, withTable } from './found-bugs.ts'
import { keepStory, keptStories } from './kept-stories.ts'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts'

const SEEDS_MAX = 2_000

/** Enough to read a story by; there are many bugs. */
const TRIES_MAX = 40

/** Bugs that are looked for at a time, each by a thread of its own. */
const PARALLEL = 2

const page = fileURLToPath(new URL('../../../docs/simulation.md', import.meta.url))

const find = async (bug: PlantedBug): Promise<FoundBug | null> => {
  const crew = openCrew({ size: 1, bug })
  try {
    const isEnough = (found: readonly unknown[]): boolean => found.length > 0
    const [first] = await crew.play({ from: 0, to: SEEDS_MAX, isEnough })
    if (first === undefined) return null
    const { story } = await crew.shrink({ seed: first.seed, kind: first.kind, triesMax: TRIES_MAX })
    return { bug, ...first, story }
  } finally {
    crew.close()
  }
}

const main = async (): Promise<number> => {
  const wanted = process.argv.slice(2).filter((word) => word !== '--')
  const unknown = wanted.filter((name) => !PLANTED_BUGS.some((bug) => bug.name === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `no such bug: ${unknown.join(', ')}; one of: ${PLANTED_BUGS.map(({ name }) => name).join(', ')}\n`,
    )
    return 2
  }
  const bugs = PLANTED_BUGS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const waiting = [...bugs]
  let found = 0
  const work = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      // Asked first: the other worker may count meanwhile.
      const isFound = await look(bug)
      if (isFound) found += 1
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  process.stdout.write(`${found} of ${bugs.length} bugs found\n`)
  return found === bugs.length ? 0 : 1
}

const look = async (bug: PlantedBug): Promise<boolean> => {
  const found = await find(bug)
  process.stdout.write(
    found === null
      ? `✘ ${bug.name}: not found in ${SEEDS_MAX} stories\n`
      : `✔ ${bug.name}: seed ${found.seed}, ${found.kind}, ${found.story.steps.length} steps\n`,
  )
  if (found === null) return false
  if (process.env.CI === undefined) keep(found)
  return true
}

/** The table always has all that was ever found, so that one bug can be looked for alone. */
const keep = ({ bug, seed, kind, story }: FoundBug): void => {
  keepStory(bug.name, { found: `planted bug ${bug.name}`, seed, kind, story })
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), foundBugs(keptStories())))
}

process.exitCode = await main()
