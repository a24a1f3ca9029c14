/**
 * `pnpm mutate`: plants one bug after the other into the sources a thread loads, and plays stories until one breaks a law.
 * The list of what was found, where and by which story is written to `docs/simulation.md`; the stories are kept.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openCrew } from './crew.ts'
import { type FoundBug, withTable } from './found-bugs.ts'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts'

const SEEDS_MAX = 2_000
const WORKERS = 2

const stories = fileURLToPath(new URL('../stories/', import.meta.url))
const page = fileURLToPath(new URL('../../../docs/simulation.md', import.meta.url))

const find = async (bug: PlantedBug): Promise<FoundBug | null> => {
  const crew = openCrew({ size: WORKERS, bug })
  try {
    const isEnough = (found: readonly unknown[]): boolean => found.length > 0
    const [first] = await crew.play({ from: 0, to: SEEDS_MAX, isEnough })
    if (first === undefined) return null
    const { story } = await crew.shrink(first.seed, first.kind)
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
  const found: FoundBug[] = []
  const bugs = PLANTED_BUGS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const bug of bugs) {
    const result = await find(bug)
    process.stdout.write(
      result === null
        ? `✘ ${bug.name}: not found in ${SEEDS_MAX} stories\n`
        : `✔ ${bug.name}: seed ${result.seed}, ${result.kind}, ${result.story.steps.length} steps\n`,
    )
    if (result === null) continue
    found.push(result)
    if (process.env.CI === undefined) keep(result)
  }
  if (wanted.length === 0 && process.env.CI === undefined)
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), found))
  process.stdout.write(`${found.length} of ${bugs.length} bugs found\n`)
  return found.length === bugs.length ? 0 : 1
}

const keep = ({ bug, kind, story }: FoundBug): void => {
  mkdirSync(stories, { recursive: true })
  const kept = { found: `planted bug ${bug.name}`, kind, story }
  writeFileSync(`${stories}${bug.name}.json`, `${JSON.stringify(kept, null, 2)}\n`)
}

process.exitCode = await main()
