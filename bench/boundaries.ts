// `pnpm bench boundaries [--data folder] [--half tuned] [--show class] [--fit]`: what the semantic break finds of what two readers saw in
// the last messages of recorded turns. The labels name file, line and reason; the texts stay in the sessions.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importFile } from '@rawr/lab'
import { heardIn, POINTS, POINTS_NEEDED, semanticBoundaries } from '@rawr/policy'
import { isToolCall, textOfParts } from '@rawr/protocol'
import { crossed, fitWeights, type Row, sharesAt, thresholdOf } from './boundaries/fit.ts'
import { type BoundaryClass, CLASSES, countsOf, kappa, type Label, readLabels, wilson } from './boundaries/judge.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const options = {
  data: { type: 'string', default: join(root, '../shared/corpus') },
  show: { type: 'string' },
  /** `tuned`: for whoever tunes, who does not look at the other half. */
  half: { type: 'string', default: 'both' },
  fit: { type: 'boolean', default: false },
} as const

/** As the fork has them: bare words anywhere, one list of denials for the whole message. Source: its semantic break, June 2026. */
const PLAIN: Readonly<Record<BoundaryClass, readonly string[]>> = {
  agent_done: ['done', 'completed', 'finished', 'shipped', 'pushed'],
  topic_shift: ['moving on', 'switching to', 'next,', 'next:', 'next up', 'now, let’s', "now let's", "we'll now"],
  concluding_thought: [
    'in summary',
    'to summarize',
    'to wrap up',
    'wrapping up',
    'conclusion',
    'concluding',
    'final thoughts',
    'next steps',
  ],
}
const PLAIN_DENIALS = ['not done', 'not completed', 'not finished']

const plainly = (one: Case): readonly BoundaryClass[] => {
  const text = one.text.toLowerCase()
  return CLASSES.filter((name) => {
    if (name === 'agent_done' && PLAIN_DENIALS.some((denial) => text.includes(denial))) return false
    return PLAIN[name].some((phrase) => text.includes(phrase))
  })
}

/** Every labelled message ended its turn. */
const found = ({ text, usedTools }: Case): readonly BoundaryClass[] =>
  semanticBoundaries({ message: text, phrases: {}, endedTurn: { usedTools } })

type Case = Label & { readonly draw: Draw; readonly half: 'tuned' | 'held out' } & LastWords
type LastWords = {
  readonly text: string
  /** The turn that ended so ran a call. */
  readonly usedTools: boolean
}

/** The held-out half of the first draw was measured for each version of the signs, that of the second for none but the last. */
const DRAWS = { first: 'labels.tsv', second: 'second-draw.tsv' } as const
type Draw = keyof typeof DRAWS

export const bench = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options })
  if (!existsSync(values.data)) {
    process.stderr.write(`no recorded sessions in ${values.data}: name a folder with --data\n`)
    process.exitCode = 2
    return
  }
  const all = (['first', 'second'] as const).flatMap((draw) =>
    readLabels(readFileSync(join(root, 'bench/boundaries', DRAWS[draw]), 'utf8')).map((label) => ({ ...label, draw })),
  )
  const labels = values.half === 'tuned' || values.fit ? all.filter(({ file }) => halfOf(file) === 'tuned') : all
  const cases = await casesOf(labels, values.data)
  if (values.fit) process.stdout.write(`${fitted(cases)}\n`)
  else process.stdout.write(`${report(cases)}\n`)
  const shown = CLASSES.find((name) => name === values.show)
  if (shown !== undefined) process.stdout.write(`${misses(cases, shown)}\n`)
}

type Drawn = Label & { readonly draw: Draw }

const casesOf = async (labels: readonly Drawn[], data: string): Promise<readonly Case[]> => {
  const cases: Case[] = []
  for (const [file, own] of Map.groupBy(labels, (label) => label.file)) {
    const session = await importFile(join(data, file))
    if (!session.ok) throw new Error(session.error.message)
    const { items, lineOf } = session.value
    for (const label of own) {
      const at = items.findLastIndex((one) => one.type === 'message' && lineOf(one.meta.id) === label.line)
      const item = items[at]
      if (item?.type !== 'message') throw new Error(`${file} has no message at line ${label.line}`)
      const begun = items.findLastIndex(({ meta }, before) => before < at && meta.origin === 'user')
      const usedTools = items.slice(begun + 1, at).some(isToolCall)
      cases.push({ ...label, half: halfOf(file), text: textOfParts(item.content), usedTools })
    }
  }
  return cases
}

/**
 * Whole sessions: what was tuned on one is not judged on it. Halves of their own, not the thirds of the recall bench: with those the
 * phrases would be judged on sessions they were tuned on.
 */
const halfOf = (file: string): Case['half'] =>
  (createHash('sha256').update(file).digest()[0] ?? 0) % 2 === 0 ? 'tuned' : 'held out'

const report = (cases: readonly Case[]): string => {
  const lines = [
    `${cases.length} messages of ${new Set(cases.map(({ file }) => file)).size} sessions, two readers`,
    '',
    '| class | first reader | second | both | kappa |',
    '|---|---|---|---|---|',
    ...CLASSES.map((name) => {
      const pairs = cases.map(({ first, second }) => ({ a: first.has(name), b: second.has(name) }))
      const count = (has: (pair: (typeof pairs)[number]) => boolean): number => pairs.filter(has).length
      return `| ${name} | ${count(({ a }) => a)} | ${count(({ b }) => b)} | ${count(({ a, b }) => a && b)} | ${kappa(pairs).toFixed(2)} |`
    }),
    '',
    'Where both readers agree, with 95 % intervals (Wilson):',
    '',
    '| half | draw | class | positives of n | precision | recall | plain precision | plain recall |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const [group, members] of Map.groupBy(cases, ({ half, draw }) => `${half} | ${draw}`))
    for (const name of CLASSES) {
      const own = members.filter(({ first, second }) => first.has(name) === second.has(name))
      const said = (find: (one: Case) => readonly BoundaryClass[]) =>
        countsOf(own.map((one) => ({ said: find(one).includes(name), wanted: one.first.has(name) })))
      const [ours, plain] = [said(found), said(plainly)]
      const cells = [ours, plain].flatMap(({ hits, found, wanted }) => [share(hits, found), share(hits, wanted)])
      lines.push(`| ${group} | ${name} | ${ours.wanted} of ${ours.n} | ${cells.join(' | ')} |`)
    }
  return lines.join('\n')
}

const share = (hits: number, total: number): string => {
  const interval = wilson(hits, total)
  if (interval === null) return '–'
  const [low, high] = interval
  return `${(hits / total).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] (${hits} of ${total})`
}

/** For whoever tunes: the tuned half only. */
const misses = (cases: readonly Case[], name: BoundaryClass): string =>
  cases
    .filter(({ half, first, second }) => half === 'tuned' && first.has(name) === second.has(name))
    .flatMap((one) => {
      const said = found(one).includes(name)
      return said === one.first.has(name) ? [] : [`${said ? 'wrongly found' : 'missed'} ${one.file}:${one.line}`]
    })
    .join('\n')

/** Against all, whatever the labelled messages say: they are English, and none denies itself. */
const NOT_FITTED = new Set(['says_unfinished', 'in_other_language'])

const WISH = { precision: 0.9, recall: 0.8 }

/** The points of each sign and how many are needed, from the tuned half alone, beside those that are in use. */
const fitted = (cases: readonly Case[]): string =>
  (['agent_done', 'concluding_thought'] as const)
    .map((name) => {
      const names = Object.keys(POINTS[name]).filter((sign) => !NOT_FITTED.has(sign))
      const rows = cases
        .filter(({ first, second }) => first.has(name) === second.has(name))
        .map((one): Row => ({ session: one.file, signs: signsOf(one, name), wanted: one.first.has(name) }))
      const scored = crossed(rows, names, 'ended_turn')
      const needed = thresholdOf(scored, WISH)
      const { precision, recall } = sharesAt(scored, needed / 10)
      const weights = [...fitWeights(rows, names, 'ended_turn')].map(
        ([sign, weight]) =>
          `  ${sign}: ${Math.round(10 * weight)} (in use ${Object.entries(POINTS[name]).find(([own]) => own === sign)?.[1]})`,
      )
      return [
        `${name}: ${needed} points needed (in use ${POINTS_NEEDED[name]}); by sessions left out precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
        ...weights,
      ].join('\n')
    })
    .join('\n')

const signsOf = ({ text, usedTools }: Case, name: BoundaryClass): ReadonlySet<string> =>
  new Set(
    heardIn({ message: text, phrases: {}, endedTurn: { usedTools } })
      .filter(({ boundary }) => boundary === name)
      .flatMap(({ signs }) => signs),
  )
