// `pnpm bench cost [--data folder] [--window tokens]`: what a compaction was expected to save against what it saved, where recorded
// sessions first reach the tiers of the policy. The extractive engine, no model; the estimator counts both.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DEFAULT_RATES, estimateItem } from '@rawr/compaction'
import { type ImportedSession, importFile, offlineCompact } from '@rawr/lab'
import { estimate } from '@rawr/lab/recall'
import { compactionCost, contextUsage, viewTokens } from '@rawr/policy'
import { DEFAULT_SETTINGS, type Tokens } from '@rawr/protocol'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const options = {
  data: { type: 'string', default: join(root, '../shared/corpus') },
  window: { type: 'string', default: '100000' },
} as const

/** Share of the window that is left where ready, asap and emergency begin. */
const TIERS = { ready: 0.75, asap: 0.65, emergency: 0.15 } as const

type Case = { readonly session: string; readonly tier: string; readonly predicted: Tokens; readonly realised: Tokens }

export const bench = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options })
  if (!existsSync(values.data)) {
    process.stderr.write(`no recorded sessions in ${values.data}: name a folder with --data\n`)
    process.exitCode = 2
    return
  }
  const windowTokens = Number(values.window)
  const cases: Case[] = []
  for (const path of filesIn(values.data)) {
    const session = await importFile(path)
    if (session.ok) cases.push(...casesOf({ session: session.value, name: path, windowTokens }))
  }
  process.stdout.write(`${report(cases, windowTokens)}\n`)
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.jsonl?$/.test(path) && statSync(path).isFile())
    .sort()

type Replayed = { readonly session: ImportedSession; readonly name: string; readonly windowTokens: Tokens }

const casesOf = ({ session, name, windowTokens }: Replayed): readonly Case[] =>
  Object.entries(TIERS).flatMap(([tier, left]): readonly Case[] => {
    const at = crossing(session, windowTokens * (1 - left))
    if (at === null) return []
    const past = { ...session, items: session.items.slice(0, at), lines: linesUntil(session, at), usage: [] }
    const done = offlineCompact({ session: past, strategy: 'extractive', contextWindow: windowTokens })
    if (!done.ok || done.value.report.strategy === 'none') return []
    const { tokens_before: before, tokens_after: after } = done.value.report
    const floorTokens = initialContext(past.items)
    const usage = contextUsage({ usedTokens: before, floorTokens, windowTokens, source: 'divisors' })
    const cost = compactionCost({
      usage,
      viewTokens: viewTokens(DEFAULT_SETTINGS.compact, usage),
      calls: 0,
      turns: 0,
      idleMs: null,
      asksModel: 'no',
      gate: false,
    })
    return [{ session: name, tier, predicted: cost.saved_tokens, realised: before - after }]
  })

/** What no compaction frees, as a running session knows it: instructions and environment in front of the first word. */
const initialContext = (items: ImportedSession['items']): Tokens => {
  const first = items.findIndex(({ meta }) => meta.origin !== 'context')
  return items.slice(0, Math.max(0, first)).reduce((sum, item) => sum + estimateItem(item, DEFAULT_RATES), 0)
}

/** How many items until the session holds so many tokens; `null`: it never does. */
const crossing = ({ items }: ImportedSession, tokens: Tokens): number | null => {
  let held = 0
  for (const [at, item] of items.entries()) {
    held += estimateItem(item, DEFAULT_RATES)
    if (held >= tokens) return at + 1
  }
  return null
}

const linesUntil = ({ items, lines }: ImportedSession, count: number): ImportedSession['lines'] => {
  const last = items[count - 1]?.meta.id
  const end = lines.findIndex((line) => line.type === 'response_item' && line.payload.meta.id === last)
  // Compactions that were recorded before are left out: what is replayed is the first one.
  return lines.slice(0, end + 1).filter(({ type }) => type === 'response_item')
}

const report = (cases: readonly Case[], windowTokens: Tokens): string => {
  const rows = Object.keys(TIERS).map((tier) => {
    const own = cases.filter((one) => one.tier === tier)
    const errors = own.map(({ predicted, realised }) => Math.abs(predicted - realised) / realised).sort((a, b) => a - b)
    const mean = estimate(
      own.map(({ session, predicted, realised }) => ({ session, value: (predicted - realised) / realised })),
    )
    if (mean === null) return `| ${tier} | 0 | – | – | – |`
    const at = (share: number): string =>
      percent(errors[Math.min(errors.length - 1, Math.floor(share * errors.length))])
    const bias = `${percent(mean.mean)} [${percent(mean.low)}, ${percent(mean.high)}]`
    return `| ${tier} | ${own.length} | ${at(0.5)} | ${at(0.9)} | ${bias} |`
  })
  return [
    `Window ${windowTokens}; the saving expected against the saving realised, first crossing of each tier.`,
    '',
    '| tier | compactions | median error | p90 | mean, signed, 95 % by sessions |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const percent = (share = 0): string => `${(100 * share).toFixed(1)} %`
