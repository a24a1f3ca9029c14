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
  /** As `hello` tells them; absent: everything. */
  readonly capabilities?: readonly string[]
  /** Sockets that fail in a row before it gives up; absent: the client's own limit. */
  readonly failuresMax?: number
}

/** Waits for the daemon, so that what keeps it from starting is known before anything is said to it. */
export const openLink = async (order: LinkOrder): Promise<Result<Link, string>> => {
  const locate = locatorOf(order)
  try {
    const { url } = await locate()
    const client = connectBy(locate, order)
    return ok({ client, address: url, close: () => client.close() })
  } catch (cause) {
    return err((cause as Error).message)
  }
}

export type EarlyLink = {
  readonly client: RawrClient
  /** Resolves with the reason when the first search for a daemon fails; never, when it finds one. */
  readonly unreachable: Promise<string>
}

/** For a screen, which is up before the daemon is found. */
export const openLinkEarly = (order: LinkOrder): EarlyLink => {
  const unreachable = Promise.withResolvers<string>()
  const locate = locatorOf(order)
  let isFirst = true
  const client = connectBy(async () => {
    const wasFirst = isFirst
    isFirst = false
    try {
      return await locate()
    } catch (cause) {
      if (wasFirst) unreachable.resolve((cause as Error).message)
      throw cause
    }
  }, order)
  return { client, unreachable: unreachable.promise }
}

type Locate = () => Promise<DaemonAddress>

const locatorOf = ({ at, ephemeral }: LinkOrder): Locate => {
  const home = homeOf(at)
  const entryFile = entryFileOf()
  const entry = [...process.execArgv, entryFile, 'serve', '--detached', ...(ephemeral ? ['--ends-with-clients'] : [])]
  return () => connectOrStart({ home, version: buildOf(entryFile), entry, env: ownEnvironment(at, home) })
}

const connectBy = (locate: Locate, { name, capabilities, failuresMax }: LinkOrder): RawrClient =>
  connectRawr({
    locate,
    client: { name, version: buildOf(entryFileOf()) },
    ...(capabilities === undefined ? {} : { capabilities: [...capabilities] }),
    ...(failuresMax === undefined ? {} : { failuresMax }),
  })

const entryFileOf = (): string => {
  const [, entryFile] = process.argv
  if (entryFile === undefined) throw new Error('this program has no entry file')
  return entryFile
}

/** The daemon belongs to no shell: it gets what a program needs to run, and nothing that was meant for this command. */
const ownEnvironment = ({ env }: Surroundings, home: string): NodeJS.ProcessEnv => {
  const { PATH, HOME, LANG, SHELL, TMPDIR, TZ } = env
  const kept = Object.entries({ PATH, HOME, LANG, SHELL, TMPDIR, TZ }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(kept), RAWR_HOME: home }
}
