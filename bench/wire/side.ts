/** What the benches of the wire share: a server as a program of its own, a thread on it, and the table of two sides. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ThreadId } from '@rawr/protocol'
import { connectRawr } from '@rawr/protocol/client'
import { median, medianInterval } from '../rounds.ts'

export type Side = { readonly child: ChildProcess; readonly port: number; readonly token: string }

export const program = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))

export const start = async (mode: string): Promise<Side> => {
  const child = fork(program('server'), [mode], { execArgv: ['--conditions=@rawr/source'] })
  const [where] = (await once(child, 'message')) as [{ port: number; token: string }]
  return { child, ...where }
}

export type Comparison = {
  readonly runs: number
  readonly wanted: string
  readonly raw: () => Promise<number>
  readonly ours: () => Promise<number>
  /** Of the two sides. */
  readonly names?: readonly [string, string]
}

export const report = async (
  name: string,
  { runs, wanted, raw, ours, names = ['bare ws', 'rawr'] }: Comparison,
): Promise<void> => {
  const pairs: { raw: number; ours: number }[] = []
  for (let run = -1; run < runs; run++) {
    const pair = { raw: await raw(), ours: await ours() }
    if (run >= 0) pairs.push(pair)
  }
  const shown = (values: readonly number[], digits: number): string =>
    [median(values), Math.min(...values), Math.max(...values)]
      .map((value) => value.toLocaleString('en-US', { maximumFractionDigits: digits }))
      .join(' ')
      .replace(/^(\S+) (\S+) (\S+)$/, '$1 ($2…$3)')
  const ratios = pairs.map((pair) => pair.ours / pair.raw)
  process.stdout.write(
    `${name}\n  ${names[0].padEnd(12)} ${shown(
      pairs.map((pair) => pair.raw),
      0,
    )}\n  ${names[1].padEnd(12)} ${shown(
      pairs.map((pair) => pair.ours),
      0,
    )}\n` + `  ratio        ${shown(ratios, 3)}, ${interval(ratios)}   wanted ${wanted}\n`,
  )
}

const interval = (ratios: readonly number[]): string => {
  const found = medianInterval(ratios)
  if (found === null) return `n = ${ratios.length}: too few for an interval`
  const [low, high] = found
  return `95 % of the median ${low.toFixed(3)}…${high.toFixed(3)}, n = ${ratios.length}`
}

export const startThread = async ({ port, token }: Side, modelUrl: string): Promise<ThreadId> => {
  const client = connectRawr({ url: `ws://127.0.0.1:${port}`, token, client: { name: 'bench', version: '0' } })
  const answer = await client.submit({
    type: 'thread_start',
    cwd: process.cwd(),
    env: {},
    api_key: 'none',
    settings: {
      model: { name: 'alder', context_window: 50_000_000 },
      provider: { base_url: modelUrl, wire_api: 'responses' },
      sandbox: { mode: 'danger-full-access' },
      approvals: { policy: 'never' },
    },
  })
  client.close()
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('the thread did not start')
  return ThreadId.parse(answer.thread_id)
}
