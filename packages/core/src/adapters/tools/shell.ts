/** `shell`: a command line, run by bash in the thread's environment and sandbox, with its output and exit state as the result. */
import type { SandboxMode } from '@rawr/protocol'
import { z } from 'zod'
import type { ToolContext, ToolResult } from '../../ports/tool-runner.ts'
import { guardPlaces, type PlaceGuard, type PlantedLinks } from '../sandbox/guarded-places.ts'
import type { Confinement, Sandbox } from '../sandbox/sandbox.ts'
import { type BackgroundCommands, BackgroundName } from './background/commands.ts'
import { endText } from './command/end-text.ts'
import { PROCESSES_MAX } from './command/process-limit.ts'
import { type CommandOrder, type CommandRun, runCommand } from './command/run-command.ts'
import { shownOutput } from './command/shown-output.ts'
import { absolutePath, kindOf } from './file-access.ts'
import { changingCommands, isKnownSafe, lookingCommands } from './known-safe.ts'
import { defineTool, failure, type Tool } from './tool.ts'

/** The longest a model may ask for where the setting allows less. */
const TIMEOUT_MS_MAX = 600_000
const OUTPUT_BYTES_MAX = 1024 * 1024

/** Some models know patches only as a command line. */
const PATCH_COMMAND = /^\s*(?:cd [^&;|\n]+&&\s*)?apply_patch\b/
const PATCH_ADVICE = 'Nothing was run: apply_patch is a tool of its own, call it with the patch as its input.'

const ShellArguments = z.object({
  command: z.string().min(1).describe('The command line, run by bash. Pipes, && and redirections work.'),
  workdir: z.string().optional().describe("Folder to run in, relative to the session's folder. Default: that folder."),
  unconfined: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Run outside the sandbox: the reason, which the user reads and must allow. Only for what the sandbox has refused.',
    ),
  stdin: z.string().optional().describe('Text for its standard input. Default: none.'),
  background: BackgroundName.optional().describe(
    'Keep it running under this name, beyond this call and this turn, as a server or a watcher needs; the tool `background` reads and stops it.',
  ),
  timeout_ms: z.int().positive().optional().describe('Kill the command after this many milliseconds.'),
})

export type ShellParts = { readonly sandbox: Sandbox; readonly background: BackgroundCommands }

export const shellTool = ({ sandbox, background }: ShellParts): Tool => {
  const planted: PlantedLinks = new Map()
  return defineTool({
    name: 'shell',
    description:
      'Runs a command and returns its exit code and output (stdout and stderr together). There is no terminal; what is ' +
      'started with & is ended when the command ends.',
    arguments: ShellArguments,
    mend: (raw) => ({
      ...raw,
      command: commandText(raw.command ?? raw.cmd),
      workdir: raw.workdir ?? raw.cwd,
    }),
    purpose: ({ command, workdir, unconfined }, cwd) => {
      const words = changingCommands(command)
      const looks = lookingCommands(command)
      return {
        kind: 'exec',
        command: argvOf(command),
        cwd: absolutePath(workdir ?? '.', cwd),
        ...(words === null ? {} : { words }),
        ...(looks.length === 0 ? {} : { looks }),
        ...(unconfined === undefined ? {} : { unconfined }),
      }
    },
    runsAlone: ({ command, unconfined, background }) =>
      unconfined !== undefined || background !== undefined || !isKnownSafe(command),
    run: async (given, context) => {
      const { command, unconfined, stdin, timeout_ms } = given
      if (PATCH_COMMAND.test(command)) return failure(PATCH_ADVICE)
      const isConfined = context.sandbox.mode !== 'danger-full-access'
      if (unconfined !== undefined && isConfined && !context.mayLeaveSandbox) return failure(NOBODY_MAY_ALLOW)
      const cwd = absolutePath(given.workdir ?? '.', context.cwd)
      if ((await kindOf(cwd)) !== 'folder') return failure(`No such folder: ${cwd}. Nothing was run.`)
      const inside = confinement(context, unconfined === undefined ? context.sandbox.mode : 'danger-full-access')
      const argv = await sandbox.confine(argvOf(command), { ...inside, cwd })
      if (!argv.ok) return failure(`Nothing was run: ${argv.error.message}.`)
      const start = {
        argv: argv.value,
        cwd,
        env: context.env,
        outputBytesMax: OUTPUT_BYTES_MAX,
        processesMax: PROCESSES_MAX,
        ...(stdin === undefined ? {} : { input: stdin }),
      }
      if (given.background !== undefined)
        return background.start({
          name: given.background,
          command,
          start,
          // What comes while it goes on for hours may be the user's: it is not taken for a command's.
          guard: () => guardPlaces({ ...inside, cwd }, new Map(planted)),
        })
      const timeoutMs = Math.min(timeout_ms ?? context.timeoutMs, Math.max(TIMEOUT_MS_MAX, context.timeoutMs))
      const guard = await guardPlaces({ ...inside, cwd }, planted)
      const order = { ...start, timeoutMs, signal: context.signal, onOutput: context.onOutput }
      const { run, told } = await runGuarded(order, guard)
      const ended = resultOf(run, timeoutMs)
      const result = told.length === 0 ? ended : { ...ended, output: [ended.output.trimEnd(), ...told].join('\n') }
      const wasRefused = inside.mode !== 'danger-full-access' && looksRefused(run)
      return wasRefused ? { ...result, output: `${result.output.trimEnd()}\n${refusalAdvice(context)}` } : result
    },
  })
}

const runGuarded = async (
  order: CommandOrder,
  guard: PlaceGuard,
): Promise<{ run: CommandRun; told: readonly string[] }> => {
  try {
    const run = await runCommand(order)
    return { run, told: await guard.release() }
  } catch (error) {
    await guard.release()
    throw error
  }
}

const NOBODY_MAY_ALLOW =
  'Nothing was run: approvals are off (approvals.policy: never), so nothing runs outside the sandbox. Find another way.'

/** What programs say where the sandbox stopped them; others may have the same to say, hence the "may" of the advice. */
const REFUSAL =
  /read-only file system|operation not permitted|permission denied|network is unreachable|could not resolve host|name resolution|\b(EROFS|EPERM|EACCES|ENETUNREACH|EAI_AGAIN)\b/i

/** Programs say why at the end. */
const REFUSAL_CHARACTERS = 4_000

const looksRefused = ({ end, output }: CommandRun): boolean =>
  end.kind === 'exited' && end.exitCode !== 0 && REFUSAL.test(output.slice(-REFUSAL_CHARACTERS))

const refusalAdvice = ({ sandbox: { mode, network }, mayLeaveSandbox }: ToolContext): string => {
  const where = `The sandbox (${mode}, ${network ? 'with' : 'no'} network) may have refused this.`
  return mayLeaveSandbox
    ? `${where} Where the command cannot do without, call it again with "unconfined" and the reason: the user is asked.`
    : `${where} Approvals are off, so it cannot run outside.`
}

const confinement = ({ cwd, env, sandbox }: ToolContext, mode: SandboxMode): Confinement => ({
  mode,
  network: sandbox.network,
  workspace: cwd,
  cwd,
  env,
})

/** Not a login shell: the environment is the client's own already, and profiles cost up to a second and reset the path. */
const argvOf = (command: string): readonly string[] => ['bash', '-c', command]

/** Older agents' models write an argv, often one that starts a shell itself. */
const commandText = (given: unknown): unknown => {
  const argv = z.array(z.string()).nonempty().safeParse(given)
  if (!argv.success) return given
  const [program = '', flag = '', script] = argv.data
  const isShell = argv.data.length === 3 && /^(.*\/)?(ba|z|da)?sh$/.test(program) && /^-l?c$/.test(flag)
  return isShell ? script : argv.data.map(quoted).join(' ')
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const resultOf = ({ end, output }: CommandRun, timeoutMs: number): ToolResult => {
  if (end.kind === 'refused') return failure(`Nothing was run: ${end.message}.`)
  const exitCode = end.kind === 'exited' ? end.exitCode : null
  return {
    output: `${endText(end, timeoutMs)}\nOutput:\n${shownOutput(output)}`,
    success: exitCode === 0,
    exitCode,
    ...(end.kind === 'timed_out' ? { timedOut: true } : {}),
  }
}
