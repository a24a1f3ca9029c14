/** A folder of its own and a runner over real files, real processes and, where asked for, real bubblewrap: what every tool test stands on. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { err, type SandboxMode } from '@rawr/protocol'
import type { ToolContext, ToolResult, ToolRunner } from '../../../ports/tool-runner.ts'
import { noSandbox, unconfined } from '../../sandbox/none.ts'
import { openSandbox } from '../../sandbox/open-sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { createToolRunner } from '../create-tool-runner.ts'

export type ToolBench = {
  /** The session's folder; a sibling `outside` lies beside it. */
  readonly cwd: string
  readonly outside: string
  readonly runner: ToolRunner
  context(change?: Partial<ToolContext>): ToolContext
  call(name: string, given: unknown, change?: Partial<ToolContext>): Promise<ToolResult>
  put(path: string, content: string | Uint8Array): Promise<void>
  text(path: string): Promise<string>
  remove(): Promise<void>
}

export type BenchOrder = {
  readonly mode: SandboxMode
  readonly network?: boolean
  /** Where the folders are made; under /tmp everything is writable to a confined command. */
  readonly under?: string
  /** Made below the bench, and kept from confined commands. */
  readonly hidden?: string
}

export const toolBench = async ({
  mode,
  network = false,
  under = tmpdir(),
  hidden,
}: BenchOrder): Promise<ToolBench> => {
  const root = await realpath(await mkdtemp(join(under, 'rawr-tools-')))
  const cwd = join(root, 'project')
  const outside = join(root, 'outside')
  await mkdir(cwd, { recursive: true })
  await mkdir(outside)
  const hiddenFolders = hidden === undefined ? [] : [join(root, hidden)]
  for (const folder of hiddenFolders) await mkdir(folder, { recursive: true })
  const runner = createToolRunner({ sandbox: await sandboxFor(mode, hiddenFolders) })
  const context = (change: Partial<ToolContext> = {}): ToolContext => ({
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: root },
    sandbox: { mode, network },
    mayLeaveSandbox: true,
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    archive: { items: () => [], recall: async () => err('not_found') },
    requestCompaction: () => ({ isAccepted: false, message: 'not here' }),
    onOutput: () => {},
    ...change,
  })
  return {
    cwd,
    outside,
    runner,
    context,
    call: (name, given, change) =>
      runner.run({ callId: 'ca_1', name, arguments: JSON.stringify(given) }, context(change)),
    put: async (path, content) => {
      await mkdir(dirname(join(cwd, path)), { recursive: true })
      await writeFile(join(cwd, path), content)
    },
    text: (path) => readFile(join(cwd, path), 'utf8'),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

const sandboxFor = async (mode: SandboxMode, hidden: readonly string[]): Promise<Sandbox> => {
  if (mode === 'danger-full-access') return noSandbox
  const opened = await openSandbox({ mode, path: process.env.PATH ?? '', platform: process.platform, hidden })
  return opened.ok ? opened.value : unconfined(hidden)
}
