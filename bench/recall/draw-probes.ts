// `node --conditions=@rawr/source bench/recall/draw-probes.ts --seed WORD [--count 40] [--metric NAME] [--data folder]`: probes
// for a reader to judge. What the sessions say is shown here alone and kept nowhere; of a verdict only session, line, item and
// probe are.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importFile, loadExactCount } from '@rawr/lab'
import { countOnce, type Drawn, drawProbes, type Quote, sessionSet } from '@rawr/lab/recall'
import { readSet } from './read-set.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const LINE_CHARS = 400

const options = {
  seed: { type: 'string' },
  count: { type: 'string', default: '40' },
  metric: { type: 'string' },
  data: { type: 'string', default: join(root, '../shared/corpus/recall') },
} as const

const run = async (): Promise<number> => {
  const { seed, count, metric, data } = parseArgs({ options }).values
  const total = Number(count)
  if (seed === undefined || !Number.isInteger(total) || total < 1)
    return refuse('usage: draw-probes.ts --seed WORD [--count 40] [--metric NAME] [--data folder]')
  if (!existsSync(data)) return refuse(`no recorded sessions in ${data}: name a folder with --data`)
  const { sessions, refused } = await readSet(data)
  for (const message of refused) process.stderr.write(`left out: ${message}\n`)
  const drawn = drawProbes({ set: sessionSet(sessions), count: countOnce(await loadExactCount()), seed, total, metric })
  for (const [at, one] of drawn.entries()) await show({ one, number: at + 1, data })
  return 0
}

const refuse = (message: string): number => {
  process.stderr.write(`${message}\n`)
  return 2
}

type Shown = { readonly one: Drawn; readonly number: number; readonly data: string }

const show = async ({ one, number, data }: Shown): Promise<void> => {
  const file = readdirSync(data).find((name) => name.startsWith(one.session) || name.includes(`${one.session}.json`))
  const session = await importFile(join(data, file ?? one.session))
  const lineOf = (id: Quote['event']['id']): string => `L${session.ok ? (session.value.lineOf(id) ?? '?') : '?'}`
  const { probe } = one
  const head = [`#${number}`, one.kind, one.cut, lineOf(probe.source), probe.source, one.metrics.join('+'), probe.id]
  const lines = [
    head.join('  '),
    ...askedFor(one).map((line) => `  asked: ${line}`),
    ...one.said.flatMap((quote) => quoted('said', quote, lineOf)),
    ...one.used.flatMap((quote) => quoted('used', quote, lineOf)),
  ]
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

const quoted = (
  word: string,
  { event, lines }: Quote,
  lineOf: (id: Quote['event']['id']) => string,
): readonly string[] => [
  `  ${word} ${lineOf(event.id)} ${event.id} ${event.kind}:`,
  ...lines.map((line) => `    | ${line.slice(0, LINE_CHARS)}`),
]

const askedFor = ({ probe }: Drawn): readonly string[] => {
  switch (probe.kind) {
    case 'entity':
    case 'decoy':
      return [probe.subject.spellings.join(' or ')]
    case 'relation':
      return [`${probe.subject.spellings.join(' or ')} with one of ${probe.partners.map(({ key }) => key).join(', ')}`]
    case 'statement':
      return [
        `${probe.subject.spellings.join(' or ')} with one of ${probe.partners.map(({ key }) => key).join(', ')}`,
        `and two of ${probe.said.size} words: ${[...probe.said].slice(0, 40).join(' ')}`,
      ]
    case 'value':
      return [`${probe.subject.spellings.join(' or ')}: ${probe.current.join('/')}, not ${probe.superseded.join('/')}`]
    case 'sentence':
      return [probe.words.join(' ')]
    case 'order':
      return [`${probe.earlier.key} before ${probe.later.key}`]
    case 'verbatim':
      return [probe.text]
  }
}

process.exitCode = await run()
