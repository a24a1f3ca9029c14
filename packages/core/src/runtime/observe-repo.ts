/**
 * What the repository is like after a sign that work ended: branch, commit, whether something is uncommitted, and the stack of
 * Graphite where it is used. Asked through the shell tool and confined in every mode, since nobody ordered it: a repository's own
 * settings run no program outside the sandbox. Bounded in time and size, and nobody waits for it.
 */
import type { Settings } from '@rawr/protocol'
import type { ToolRunner } from '../ports/tool-runner.ts'

export type RepoSnapshot = {
  /** `null`: no branch is checked out. */
  readonly branch: string | null
  /** `null`: nothing is committed yet. */
  readonly commit: string | null
  readonly dirty: boolean
  /** As `gt` says it. */
  readonly graphite?: string
}

export type RepoQuestion = {
  readonly tools: Pick<ToolRunner, 'run'>
  readonly settings: Settings
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const OBSERVATION_MS_MAX = 2_000

const GIT_STATUS =
  'git --no-optional-locks -c core.fsmonitor=false status --porcelain=v2 --branch --untracked-files=no --ignore-submodules=all | head -c 4000'

/** Between what git and what Graphite say; no line of git's begins so. */
const STACK_MARK = '# stack:'

/** `null`: it is no repository, it did not answer in time, or nothing here can confine the question. */
export const observeRepo = async (question: RepoQuestion): Promise<RepoSnapshot | null> => {
  const { graphite_enabled, graphite_max_chars } = question.settings.rawr_auto_compaction.repo_observation
  const graphite = `command -v gt >/dev/null && echo && echo '${STACK_MARK}' && gt log short --no-interactive | head -c ${graphite_max_chars}`
  // One command for both: each is a sandbox of its own.
  const answer = await outputOf(question, graphite_enabled ? `${GIT_STATUS}; { ${graphite}; } || true` : GIT_STATUS)
  const [status = '', stack = ''] = answer?.split(`\n${STACK_MARK}\n`) ?? []
  if (!status.includes('# branch.oid ')) return null
  const said = (name: string): string | null => new RegExp(`^# branch\\.${name} (.*)$`, 'm').exec(status)?.[1] ?? null
  return {
    branch: named(said('head'), '(detached)'),
    commit: named(said('oid'), '(initial)'),
    dirty: /^[12u] /m.test(status),
    ...(stack.trim() === '' ? {} : { graphite: stack.slice(0, graphite_max_chars) }),
  }
}

const named = (text: string | null, none: string): string | null => (text === none ? null : text)

const outputOf = async ({ tools, cwd, env }: RepoQuestion, command: string): Promise<string | null> => {
  const { output, success } = await tools.run(
    { callId: 'observe-repo', name: 'shell', arguments: JSON.stringify({ command }) },
    {
      cwd,
      env,
      sandbox: { mode: 'read-only', network: false },
      mayLeaveSandbox: false,
      timeoutMs: OBSERVATION_MS_MAX,
      signal: new AbortController().signal,
      archive: { items: () => [], recall: async () => ({ ok: false, error: 'not_found' }) },
      requestCompaction: () => ({ isAccepted: false, message: '' }),
      onOutput: () => {},
    },
  )
  // The tool says first how the command ended.
  return success ? output.replace(/^Exit code: 0\n(?:Output:\n)?/, '') : null
}
