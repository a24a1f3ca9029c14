#!/usr/bin/env node
/** The `rawr` command: finds the subcommand and hands over. Nothing is loaded that the call does not need. */
import { resolve } from 'node:path'
import { withoutControls } from './agent/without-controls.ts'
import { isOnTerminal, terminalOf } from './client/terminal.ts'
import { operandsOf, refuse, runCommand, type Surroundings } from './command.ts'
import { COMMANDS } from './commands.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { nearest } from './nearest.ts'

/** Lines for people have no controls wherever they go; this is for the others, JSON and emitted text: a file or a pipe gets their bytes, a terminal does not. */
const shownOn = ({ isTTY }: { readonly isTTY?: boolean }, line: string): string =>
  isTTY === true ? withoutControls(line) : line

const surroundings = (): Surroundings => ({
  cwd: resolve(process.env.INIT_CWD ?? process.cwd()),
  env: process.env,
  print: (line) => process.stdout.write(`${shownOn(process.stdout, line)}\n`),
  complain: (line) => process.stderr.write(`${shownOn(process.stderr, line)}\n`),
  readInput: async () => (process.stdin.isTTY ? '' : (await import('node:stream/consumers')).text(process.stdin)),
})

const help = (): string => {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const rows = Object.entries(COMMANDS).map(([name, entry]) => `  ${name.padEnd(width)}  ${entry.help}`)
  return [
    'usage: rawr [FLAGS]              the client on this terminal; rawr open --help lists its flags',
    '       rawr COMMAND [ARGUMENTS]  one of these',
    '',
    ...rows,
    '',
    'rawr COMMAND --help says more of one; rawr --version says which.',
  ].join('\n')
}

/** `rawr` alone: the first frame is on the screen before the client is loaded. */
const openAtOnce = async (at: Surroundings): Promise<ExitCode> => {
  const terminal = terminalOf(at.env)
  const begun = terminal.isDumb ? {} : { begun: (await import('@rawr/tui/begin')).beginScreen(terminal) }
  const { openScreen } = await import('./open.ts')
  return openScreen({ flags: {}, resume: undefined, at, ...begun })
}

const openWithFlags = async (args: readonly string[], at: Surroundings): Promise<ExitCode> => {
  const { open } = await import('./open.ts')
  const command = operandsOf(open, args).find((word) => Object.hasOwn(COMMANDS, word))
  return command === undefined
    ? runCommand(open, args, at)
    : refuse(at, `flags stand behind the command: rawr ${command} …`)
}

const main = async (args: readonly string[], at: Surroundings): Promise<ExitCode> => {
  const [name, ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') {
    at.print(help())
    return EXIT.done
  }
  if (name === undefined && isOnTerminal()) return openAtOnce(at)
  if (name === '--version' || name === '-V') {
    const { VERSION } = await import('./version.ts')
    at.print(VERSION)
    return EXIT.done
  }
  if (name === undefined) return refuse(at, `which command? one of: ${Object.keys(COMMANDS).join(', ')}`)
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry !== undefined) return entry.run(rest, at)
  // The client is what rawr is without a command, so flags alone are its flags.
  if (name.startsWith('-')) return openWithFlags(args, at)
  const near = nearest(name, Object.keys(COMMANDS))
  const hint = near === null ? `one of: ${Object.keys(COMMANDS).join(', ')}` : `nearest: ${near}`
  return refuse(at, `unknown command "${name}"; ${hint}`)
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done)
  throw error
})

const at = surroundings()
try {
  process.exitCode = await main(process.argv.slice(2), at)
} catch (error) {
  process.exitCode = refuse(at, `unexpected: ${error instanceof Error ? error.message : String(error)}`, EXIT.failed)
}
