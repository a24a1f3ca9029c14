/** Runs ripgrep inside the read-only sandbox, so that a search sees what a command would. */
import type { ToolContext } from '../../ports/tool-runner.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { PROCESSES_MAX } from './command/process-limit.ts'
import { runCommand } from './command/run-command.ts'

export type SearchOrder = {
  readonly words: readonly string[]
  readonly context: ToolContext
  readonly sandbox: Sandbox
}

export type SearchEnd =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly message: string }

/** Hidden files are searched, git's own are not; the person's ripgrep config is not read: results are the same everywhere. */
const ALWAYS = [
  '--no-config',
  '--no-messages',
  '--color=never',
  '--hidden',
  // A folder that is no repository yet has its rules, too.
  '--no-require-git',
  '--glob=!**/.git/**',
  '--glob=!**/.git',
  '--sort=path',
]

/** The paths of a few hundred thousand files. */
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024

export const searchFiles = async ({ words, context, sandbox }: SearchOrder): Promise<SearchEnd> => {
  const mode = context.sandbox.mode === 'danger-full-access' ? 'danger-full-access' : 'read-only'
  const argv = await sandbox.confine([await ripgrepPath(), ...ALWAYS, ...words], {
    mode,
    network: false,
    workspace: context.cwd,
    cwd: context.cwd,
    env: context.env,
  })
  if (!argv.ok) return { kind: 'failed', message: argv.error.message }
  let complaint = ''
  const run = await runCommand({
    argv: argv.value,
    cwd: context.cwd,
    env: context.env,
    timeoutMs: context.timeoutMs,
    outputBytesMax: OUTPUT_BYTES_MAX,
    processesMax: PROCESSES_MAX,
    signal: context.signal,
    onOutput: (stream, text) => {
      if (stream === 'stderr') complaint += text
    },
  })
  if (run.end.kind === 'refused') return { kind: 'failed', message: run.end.message }
  if (run.end.kind !== 'exited') return { kind: 'failed', message: `the search was ended (${run.end.kind})` }
  if (complaint !== '') return { kind: 'failed', message: complaint.trim() }
  // 2 without a complaint: some files could not be read, which is no reason to keep the others back.
  return run.output === '' ? { kind: 'nothing' } : { kind: 'found', text: run.output }
}

/** Loaded on the first search: the package throws on its import where the platform's binary is absent. */
const ripgrepPath = async (): Promise<string> => (await import('@vscode/ripgrep')).rgPath
