/**
 * `pnpm sim --seeds N [--from S]`: plays N stories over two threads and says which break a law. Of each kind of failure
 * the first story is shortened, told in words and kept in `stories/`, where the tests play it from then on.
 */
import { type Found, openCrew } from './crew.ts'
import { keepStory } from './kept-stories.ts'
import { readSimArguments } from './sim-arguments.ts'
import { storyInWords } from './words.ts'

/** Kinds of failure that are shortened: the rest are likely their children. */
const KINDS_MAX = 5

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const main = async (): Promise<number> => {
  const asked = readSimArguments(process.argv.slice(2))
  if (!asked.ok) {
    process.stderr.write(`${asked.error}\n`)
    return 2
  }
  const { from, seeds, workers } = asked.value
  const crew = openCrew({ size: workers })
  const startedAt = performance.now()
  const found = await crew.play({
    from,
    to: from + seeds,
    onProgress: (done) => done % 500 === 0 && say(`${done} played`),
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const kinds = Map.groupBy(found, ({ kind }) => kind)
  for (const [kind, [first]] of [...kinds].slice(0, KINDS_MAX)) if (first !== undefined) await tell(crew, kind, first)
  for (const [kind, all] of kinds)
    say(
      `${all.length} × ${kind}: seeds ${all
        .slice(0, 10)
        .map(({ seed }) => seed)
        .join(', ')}`,
    )
  crew.close()
  const broken = new Set(found.map(({ seed }) => seed)).size
  say(`${seeds - broken} of ${seeds} stories kept every law (seeds ${from}…${from + seeds - 1}, ${seconds} s)`)
  return broken === 0 ? 0 : 1
}

const tell = async (crew: ReturnType<typeof openCrew>, kind: string, { seed, breach }: Found): Promise<void> => {
  say(`\nseed ${seed} breaks ${kind}\n  ${breach.at}: ${breach.message}\n  again: pnpm sim --seeds 1 --from ${seed}`)
  const { story, events } = await crew.shrink({ seed, kind })
  say(`the shortest story found:\n${storyInWords(story)}\nwhat was logged:\n${events}\n`)
  if (process.env.CI !== undefined) return
  const name = `seed-${seed}`
  keepStory(name, { found: 'broke a law', seed, kind, story })
  say(`kept as packages/simulation/stories/${name}.json`)
}

process.exitCode = await main()
