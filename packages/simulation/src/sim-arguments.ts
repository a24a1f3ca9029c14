/** The command line of `pnpm sim`. */
import { parseArgs } from 'node:util'
import { err, ok, type Result } from '@rawr/protocol'

export type SimArguments = { readonly from: number; readonly seeds: number; readonly workers: number }

const USAGE = 'usage: pnpm sim --seeds N [--from S] [--workers W]'

export const readSimArguments = (words: readonly string[]): Result<SimArguments, string> => {
  try {
    const { values } = parseArgs({
      args: words.filter((word) => word !== '--'),
      options: {
        seeds: { type: 'string', default: '200' },
        from: { type: 'string', default: '0' },
        workers: { type: 'string', default: '2' },
      },
    })
    for (const [name, text] of Object.entries(values))
      if (!/^\d{1,9}$/.test(text)) return err(`--${name} takes a whole number, not ${JSON.stringify(text)}.\n${USAGE}`)
    return ok({ from: Number(values.from), seeds: Number(values.seeds), workers: Math.max(1, Number(values.workers)) })
  } catch (cause) {
    return err(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`)
  }
}
