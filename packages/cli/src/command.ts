/**
 * What a subcommand is, and how its arguments are read: a table of flags, each with one line of help. Every mistake on
 * the command line is one line on stderr and exit 2, before anything is done.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { nearest } from './nearest.ts'

export type Flag = {
  readonly type: 'string' | 'boolean'
  /** What stands for the value in the help; only with `string`. */
  readonly value?: string
  /** It may stand more than once; only with `string`. */
  readonly repeatable?: true
  /** One line; a flag without it works, but is not shown. */
  readonly help?: string
}

type Values<Flags extends Record<string, Flag>> = {
  readonly [Name in keyof Flags]?: Flags[Name]['type'] extends 'boolean'
    ? boolean
    : Flags[Name]['repeatable'] extends true
      ? readonly string[]
      : string
}

/** Where the command runs; tests and `main` alike run the real thing, so there is no other door to the world. */
export type Surroundings = {
  /** The caller's folder: relative paths are meant against it. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Without a newline at the end; one is added. */
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  /** All of standard input; empty where it is a terminal. */
  readonly readInput: () => Promise<string>
}

export type Invocation<Flags extends Record<string, Flag>> = {
  readonly flags: Values<Flags>
  readonly operands: readonly string[]
  readonly at: Surroundings
}

export type Command<Flags extends Record<string, Flag> = Record<string, Flag>> = {
  /** As in `compact FILE`. */
  readonly usage: string
  /** What it does, in a few lines. */
  readonly about: string
  readonly flags: Flags
  /** How many operands, at least and at most. */
  readonly operands: readonly [least: number, most: number]
  readonly run: (invocation: Invocation<Flags>) => Promise<ExitCode>
}

/** Keeps the types of the flags for `run`. */
export const defineCommand = <const Flags extends Record<string, Flag>>(command: Command<Flags>): Command<Flags> =>
  command

/** Says what is wrong in one line. */
export const refuse = (at: Surroundings, message: string, code: ExitCode = EXIT.badInput): ExitCode => {
  at.complain(`rawr: ${message.replaceAll(/\s*\n\s*/g, ' ')}`)
  return code
}

/** A path as the caller meant it: `npm run` moves to the repository, and tells where the caller stood. */
export const pathFrom = (at: Surroundings, path: string): string => resolve(at.cwd, path)

export const runCommand = async <Flags extends Record<string, Flag>>(
  command: Command<Flags>,
  args: readonly string[],
  at: Surroundings,
): Promise<ExitCode> => {
  const read = readArguments(command, args)
  if (read.kind === 'help') {
    at.print(helpOf(command))
    return EXIT.done
  }
  if (read.kind === 'version') {
    at.print((await import('./version.ts')).VERSION)
    return EXIT.done
  }
  if (read.kind === 'wrong') return refuse(at, `${read.message} (rawr ${nameOf(command)} --help shows them)`)
  // The tokens were checked against the table above, flag by flag.
  return command.run({ flags: read.flags as Values<Flags>, operands: read.operands, at })
}

type Read =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }
  | { readonly kind: 'read'; readonly flags: Record<string, unknown>; readonly operands: readonly string[] }

type Shape = Pick<Command, 'flags' | 'usage' | 'operands'>

const readArguments = ({ flags, usage, operands: [least, most] }: Shape, args: readonly string[]): Read => {
  const parsed = parsedArguments(flags, args)
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue
    if (token.rawName === '--help' || token.rawName === '-h') return { kind: 'help' }
    if (token.rawName === '--version' || token.rawName === '-V') return { kind: 'version' }
    const message = wrongFlag(token, flags)
    if (message !== null) return { kind: 'wrong', message }
  }
  const count = parsed.positionals.length
  if (count < least || count > most) return { kind: 'wrong', message: `usage: rawr ${usage}` }
  return { kind: 'read', flags: parsed.values, operands: parsed.positionals }
}

const parsedArguments = (flags: Record<string, Flag>, args: readonly string[]) => {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, repeatable = false }]) => [name, { type, multiple: repeatable }]),
  )
  return parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true })
}

/** What is left beside the flags and their values, right or wrong. */
export const operandsOf = ({ flags }: Pick<Command, 'flags'>, args: readonly string[]): readonly string[] =>
  parsedArguments(flags, args).positionals

type OptionToken = {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

const wrongFlag = ({ name, rawName, value, inlineValue }: OptionToken, flags: Record<string, Flag>): string | null => {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
  if (flag === undefined || !rawName.startsWith('--')) {
    const near = nearest(name, [...Object.keys(flags), 'help', 'version'])
    return `unknown flag ${rawName}${near === null ? '' : `; nearest: --${near}`}`
  }
  if (flag.type === 'boolean') return value === undefined ? null : `--${name} takes no value`
  const isMissing = value === undefined || (inlineValue !== true && /^-./.test(value) && !/^-\d/.test(value))
  return isMissing ? `--${name} needs a value: ${flag.value ?? 'TEXT'}` : null
}

const nameOf = ({ usage }: Pick<Command, 'usage'>): string => usage.split(' ')[0] ?? usage

const helpOf = ({ usage, about, flags }: Pick<Command, 'usage' | 'about' | 'flags'>): string => {
  const rows = Object.entries(flags).flatMap(([name, { type, value, help }]) =>
    help === undefined ? [] : [[`--${name}${type === 'boolean' ? '' : ` ${value ?? 'TEXT'}`}`, help] as const],
  )
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  const table = rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`)
  return [`usage: rawr ${usage}`, '', about, ...(table.length === 0 ? [] : ['', ...table])].join('\n')
}

/** A whole number ≥ `least`; a message where the text is none. */
export const wholeNumber = (
  flag: string,
  text: string | undefined,
  least: number,
): { readonly value: number | undefined } | { readonly message: string } => {
  if (text === undefined) return { value: undefined }
  const digits = text.replaceAll(/[,_]/g, '')
  const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isSafeInteger(value) && value >= least
    ? { value }
    : { message: `--${flag} must be a whole number, ${least} or more, not "${text}"` }
}
