// The pilot's published figures for the arms that are built here, and which of them lie inside our interval.
import { figure, type Row, short } from '@rawr/lab/recall'

/** At the recorded summary's tokens. Names by substring, as there. */
const AT_RECORDED = [
  'future.entity~',
  'future.entity.far~',
  'future.relation',
  'salient.relation',
  'edited~',
  'read~',
  'symbols~',
  'errors~',
  'user~',
  'constraints',
] as const

const RECORDED: Readonly<Record<string, readonly number[]>> = {
  'recorded summary': [0.532, 0.433, 0.44, 0.374, 0.935, 0.283, 0.74, 0.591, 0.73, 0.642],
  tail: [0.357, 0.083, 0.228, 0.141, 0.342, 0.121, 0.329, 0.304, 0.271, 0.056],
  'users + tail': [0.39, 0.161, 0.269, 0.237, 0.416, 0.136, 0.4, 0.365, 0.86, 0.831],
  'snapshot + tail': [0.534, 0.367, 0.437, 0.313, 1, 0.963, 0.956, 0.638, 0.651, 0.976],
}

const BUDGETS = [1_000, 2_000, 4_000, 8_000, 16_000] as const

/** Names the agent used next, at each budget. */
const FUTURE: Readonly<Record<string, readonly number[]>> = {
  'users only': [0.104, 0.115, 0.115, 0.115, 0.115],
  tail: [0.186, 0.285, 0.416, 0.571, 0.747],
  'masking + tail': [0.186, 0.285, 0.426, 0.603, 0.778],
  'LexRank + BM25 + MMR': [0.261, 0.375, 0.48, 0.537, 0.543],
  'users + tail': [0.212, 0.339, 0.471, 0.612, 0.781],
  'snapshot + tail': [0.321, 0.42, 0.533, 0.663, 0.794],
}

/** The tail's relations, at the budgets up to 8k. */
const TAIL_RELATIONS = [0.106, 0.179, 0.291, 0.409] as const

type Published = {
  readonly track: 'R' | 'F'
  readonly arm: string
  readonly metric: string
  readonly budget?: number
  readonly page: number
}

const published: readonly Published[] = [
  ...Object.entries(RECORDED).flatMap(([arm, pages]) =>
    pages.map((page, at): Published => ({ track: 'R', arm, metric: AT_RECORDED[at] ?? '', page })),
  ),
  ...Object.entries(FUTURE).flatMap(([arm, pages]) =>
    pages.map((page, at): Published => ({ track: 'F', arm, metric: 'future.entity~', budget: BUDGETS[at] ?? 0, page })),
  ),
  ...TAIL_RELATIONS.map(
    (page, at): Published => ({ track: 'F', arm: 'tail', metric: 'future.relation', budget: BUDGETS[at] ?? 0, page }),
  ),
]

/** How many lie inside, and a line for each that does not. Figures of arms or tracks that did not run are left out. */
export const publishedText = (rows: readonly Row[]): string => {
  const compared = published.flatMap((one) => {
    const own = rows.filter(
      ({ track, arm, budgetTokens }) =>
        track === one.track && arm === one.arm && (one.budget === undefined || budgetTokens === one.budget),
    )
    const found = figure(own, one.metric)
    return found === null ? [] : [{ ...one, found }]
  })
  // As far as both are told: to three places.
  const isInside = ({ page, found }: (typeof compared)[number]): boolean =>
    page >= found.low - 0.0005 && page <= found.high + 0.0005
  const outside = compared.filter((one) => !isInside(one))
  return [
    `${compared.length - outside.length} of ${compared.length} published figures lie inside our 95 % interval.`,
    '',
    '| Figure | page | ours | n |',
    '|---|---|---|---|',
    ...outside.map(({ track, arm, metric, budget, page, found }) => {
      const name = [track, arm, metric, ...(budget === undefined ? [] : [`${budget / 1_000}k`])].join(' ')
      return `| ${name} | ${short(page)} | ${short(found.mean)} [${short(found.low)}, ${short(found.high)}] | ${found.n} |`
    }),
  ].join('\n')
}
