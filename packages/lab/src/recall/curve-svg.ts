/** Recall against budget as a picture: a line an arm, the budget on a logarithmic scale, no script and no font of its own. */
export type Curve = {
  readonly name: string
  readonly points: readonly { readonly budgetTokens: number; readonly value: number }[]
}

const WIDTH = 760
const HEIGHT = 420
const LEFT = 50
const TOP = 20
const PLOT_WIDTH = 460
const PLOT_HEIGHT = 350
const COLOURS = [
  '#1b6ca8',
  '#c0392b',
  '#2e7d32',
  '#8e44ad',
  '#d68910',
  '#00838f',
  '#5d4037',
  '#7f8c8d',
  '#ad1457',
  '#33691e',
]

export const curveSvg = (title: string, curves: readonly Curve[]): string => {
  const budgets = [...new Set(curves.flatMap(({ points }) => points.map(({ budgetTokens }) => budgetTokens)))].sort(
    (a, b) => a - b,
  )
  const x = (budget: number): number => {
    const [low = 1, high = 2] = [budgets[0], budgets.at(-1)]
    const span = Math.log2(high / low) || 1
    return LEFT + (Math.log2(budget / low) / span) * PLOT_WIDTH
  }
  const y = (value: number): number => TOP + (1 - value) * PLOT_HEIGHT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
      `<line x1="${LEFT}" y1="${y(value)}" x2="${LEFT + PLOT_WIDTH}" y2="${y(value)}" stroke="#dddddd"/>`,
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end" fill="#333333">${value}</text>`,
    ]),
    ...budgets.map(
      (budget) =>
        `<text x="${x(budget).toFixed(1)}" y="${TOP + PLOT_HEIGHT + 20}" text-anchor="middle" fill="#333333">${budget / 1_000}k</text>`,
    ),
    `<text x="${LEFT}" y="${HEIGHT - 8}" fill="#333333">${escaped(title)}; tokens (o200k), logarithmic</text>`,
    ...curves.flatMap((curve, at) => drawn({ curve, at, x, y })),
    '</svg>',
    '',
  ].join('\n')
}

type Drawn = {
  readonly curve: Curve
  readonly at: number
  readonly x: (budget: number) => number
  readonly y: (value: number) => number
}

const drawn = ({ curve, at, x, y }: Drawn): readonly string[] => {
  const colour = COLOURS[at % COLOURS.length] ?? '#000000'
  // A second pass through the colours is told apart by its dashes.
  const dash = at < COLOURS.length ? '' : ' stroke-dasharray="5 3"'
  const points = curve.points.map(({ budgetTokens, value }) => `${x(budgetTokens).toFixed(1)},${y(value).toFixed(1)}`)
  const place = TOP + 14 + at * 18
  return [
    `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`,
    `<line x1="${LEFT + PLOT_WIDTH + 16}" y1="${place - 4}" x2="${LEFT + PLOT_WIDTH + 36}" y2="${place - 4}" stroke="${colour}" stroke-width="2"${dash}/>`,
    `<text x="${LEFT + PLOT_WIDTH + 42}" y="${place}" fill="#333333">${escaped(curve.name)}</text>`,
  ]
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
