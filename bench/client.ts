// The client on a real pseudo-terminal: how soon it is on the screen beside a warm daemon, and how soon a key is. Runs the bundle
// where there is one, else the sources, and says which; says how busy the machine was, too.
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchEcho } from './client/echo.ts'
import { benchFirstPaint } from './client/first-paint.ts'

const bundle = join(import.meta.dirname, '..', 'packages/cli/dist/main.mjs')

const sayLoad = (when: string): void => {
  process.stdout.write(
    `load ${when}: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n`,
  )
}

export const bench = async (words: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...words],
    options: { rounds: { type: 'string', default: '21' }, keys: { type: 'string', default: '100' } },
  })
  const program = existsSync(bundle) ? bundle : undefined
  process.stdout.write(`program: ${program ?? 'sources'}\n`)
  sayLoad('before')
  await benchFirstPaint(program, Number(values.rounds))
  await benchEcho(program, Number(values.keys))
  sayLoad('after')
}
