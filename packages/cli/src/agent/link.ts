/** The way from a command to the daemon of its home: finds it or starts it, and finds it again after it died. */
import { connectOrStart, type DaemonAddress } from '@rawr/core'
import { err, ok, type Result } from '@rawr/protocol'
import { connectRawr, type RawrClient } from '@rawr/protocol/client'
import type { Surroundings } from '../command.ts'
import { homeOf } from '../home.ts'
import { buildOf } from '../version.ts'

export type Link = {
  readonly client: RawrClient
  /** As in `ws://127.0.0.1:4711`. */
  readonly address: string
  close(): void
}

export type LinkOrder = {
  readonly at: Surroundings
  readonly name: string
  /** A daemon started by this command ends with it. */
  readonly ephemeral: boolean
  /** Sockets that fail in a row before it gives up; absent: the client's own limit. */
  readonly failuresMax?: number
}

export const openLink = async ({ at, name, ephemeral, failuresMax }: LinkOrder): Promise<Result<Link, string>> => {
  const entryFile = process.argv[1]
  if (entryFile === undefined) throw new Error('this program has no entry file')
  const home = homeOf(at)
  const version = buildOf(entryFile)
  const entry = [...process.execArgv, entryFile, 'serve', '--detached', ...(ephemeral ? ['--ends-with-clients'] : [])]
  const locate = (): Promise<DaemonAddress> => connectOrStart({ home, version, entry, env: ownEnvironment(at, home) })
  try {
    const { url } = await locate()
    const client = connectRawr({
      locate,
      client: { name, version },
      ...(failuresMax === undefined ? {} : { failuresMax }),
    })
    return ok({ client, address: url, close: () => client.close() })
  } catch (cause) {
    return err((cause as Error).message)
  }
}

/** The daemon belongs to no shell: it gets what a program needs to run, and nothing that was meant for this command. */
const ownEnvironment = ({ env }: Surroundings, home: string): NodeJS.ProcessEnv => {
  const { PATH, HOME, LANG, SHELL, TMPDIR, TZ } = env
  const kept = Object.entries({ PATH, HOME, LANG, SHELL, TMPDIR, TZ }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(kept), RAWR_HOME: home }
}
