/** The table of planted bugs in the documentation: law, bug, and the story that found it. */
import type { KeptStory } from './kept-stories.ts'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts'
import type { Story } from './story.ts'
import { settingsInWords, stepInWords } from './words.ts'

export type FoundBug = {
  readonly bug: PlantedBug
  readonly seed: number
  readonly kind: string
  readonly story: Story
}

/** Each planted bug with the story that is kept of it, in the order of the list; without those nothing has found yet. */
export const foundBugs = (kept: ReadonlyMap<string, KeptStory>): readonly FoundBug[] =>
  PLANTED_BUGS.flatMap((bug): FoundBug[] => {
    const of = kept.get(bug.name)
    return of === undefined ? [] : [{ bug, seed: of.seed, kind: of.kind, story: of.story }]
  })

const BEGIN = '<!-- planted bugs: written by `pnpm mutate` -->'
const END = '<!-- end of planted bugs -->'

/** The page with this table between its marks. */
export const withTable = (page: string, found: readonly FoundBug[]): string => {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`the page has no place for the table: ${BEGIN} … ${END}`)
  return `${before}${BEGIN}\n\n${tableOf(found)}\n\n${END}${after}`
}

const tableOf = (found: readonly FoundBug[]): string =>
  [
    '| law | planted bug | seed | found as | shortest story |',
    '|---|---|---|---|---|',
    ...found.map(
      ({ bug, seed, kind, story }) =>
        `| ${[bug.law, `\`${bug.name}\`: ${bug.does}`, seed, cell(kind), cell(toldShortly(story))].join(' | ')} |`,
    ),
  ].join('\n')

const toldShortly = (story: Story): string =>
  `${settingsInWords(story)}: ${story.steps.map(stepInWords).join('; ') || 'nothing but the questions at the end'}`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
