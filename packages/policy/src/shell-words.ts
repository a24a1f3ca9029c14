/**
 * Which simple commands a script surely ran to success, when the whole ended with exit code 0. Not an interpreter: what
 * stands in a loop or a condition, beside `||`, behind `!` or in the background may not have run, and is left out.
 */
import { shellTokens, type Token } from './shell-tokens.ts'

/** The words of one simple command, quotes removed and assignments in front of it left out. */
export type Words = readonly string[]

/** A command as it was executed (`exec_command_end.command`): an argv, or one element that holds a script. */
export const succeededCommands = (command: readonly string[]): readonly Words[] => {
  const [only = '', ...others] = command
  return others.length === 0 && /\s/.test(only) ? fromScript(only, 0) : unwrapped(command, 0)
}

/** `bash -c "bash -c '…'"` is followed this deep. */
const NESTING_MAX = 5

const fromScript = (script: string, nesting: number): readonly Words[] => {
  const tokens = nesting > NESTING_MAX ? null : shellTokens(script)
  return tokens === null ? [] : certainCommands(tokens).flatMap((words) => unwrapped(words, nesting))
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh'])

/** Programs that run the rest of their words, with those of their options that take a value of their own. */
const WRAPPERS: Readonly<Record<string, { readonly valued: readonly string[]; readonly operands: number }>> = {
  command: { valued: [], operands: 0 },
  builtin: { valued: [], operands: 0 },
  exec: { valued: ['-a'], operands: 0 },
  env: { valued: ['-u', '--unset', '-C', '--chdir'], operands: 0 },
  sudo: { valued: ['-u', '-g', '-C', '-D', '-h', '-p'], operands: 0 },
  time: { valued: ['-f', '-o'], operands: 0 },
  nohup: { valued: [], operands: 0 },
  nice: { valued: ['-n'], operands: 0 },
  timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], operands: 1 },
}

/** The program behind `env`, `sudo`, `timeout` and their like, and the commands behind `bash -c` and `eval`. */
const unwrapped = (words: Words, nesting: number): readonly Words[] => {
  const rest = withoutAssignments(words)
  const [path, ...args] = rest
  if (path === undefined) return []
  const program = programName(path)
  if (program === 'eval') return fromScript(args.join(' '), nesting + 1)
  if (SHELLS.has(program)) return fromShell(args, nesting) ?? [rest]
  const wrapper = WRAPPERS[program]
  if (wrapper === undefined) return [[program, ...args]]
  return unwrapped(withoutOptions(args, wrapper.valued).slice(wrapper.operands), nesting)
}

/** `/usr/bin/git` and `git.exe` are `git`. */
const programName = (path: string): string => (path.split(/[/\\]/).at(-1) ?? path).replace(/\.exe$/i, '')

const withoutAssignments = (words: Words): Words => {
  const first = words.findIndex((word) => !ASSIGNMENT.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** What follows the options, `--` included; `valued` options take the word behind them along. */
export const withoutOptions = (args: Words, valued: readonly string[]): Words => {
  let at = 0
  for (; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word === '--') return args.slice(at + 1)
    if (!word.startsWith('-') || word === '-') break
    if (valued.includes(word)) at += 1
  }
  return args.slice(at)
}

/** `-c`, also among other letters as in `-lc`; `null` where the shell runs a file. */
const fromShell = (args: Words, nesting: number): readonly Words[] | null => {
  const flag = args.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word))
  if (flag === -1 || args.slice(0, flag).some((word) => !/^[-+]/.test(word))) return null
  const script = args.slice(flag + 1).find((word) => !word.startsWith('-'))
  return script === undefined ? [] : fromScript(script, nesting + 1)
}

const OPENERS = new Set(['if', 'for', 'while', 'until', 'case', 'select'])
const CLOSERS = new Set(['fi', 'done', 'esac'])

type List = { readonly commands: Words[]; isCertain: boolean }

/** Goes through the and-or lists of a script and keeps the commands of those that can only have succeeded. */
const certainCommands = (tokens: readonly Token[]): readonly Words[] => {
  const certain: Words[] = []
  let list: List = { commands: [], isCertain: true }
  let conditional = 0
  let groups = 0
  const close = (): void => {
    if (list.isCertain) certain.push(...list.commands)
    list = { commands: [], isCertain: true }
  }
  const all = segments(tokens)
  for (const [at, segment] of all.entries()) {
    const [first = ''] = segment.words
    const keyword = segment.isKeywordQuoted ? '' : first
    if (OPENERS.has(keyword)) conditional += 1
    // What a function holds runs when it is called, if it is called.
    if (keyword === 'function' || segment.isDefinition) conditional = Number.POSITIVE_INFINITY
    if (conditional > 0 || keyword === '!') list.isCertain = false
    groups += segment.opens - segment.closes
    const words = keyword === '{' || keyword === '}' ? segment.words.slice(1) : segment.words
    groups += keyword === '{' ? 1 : keyword === '}' ? -1 : 0
    if (words.length > 0) list.commands.push(words)
    if (CLOSERS.has(keyword)) conditional -= 1
    if (segment.end === '&' || (segment.end === '||' && !isExit(all[at + 1]))) list.isCertain = false
    if (segment.end === '&' || (groups <= 0 && (segment.end === ';' || segment.end === ';;'))) close()
  }
  close()
  return certain
}

/** `… || exit 1`: had the left side failed, so had the whole. */
const isExit = (segment: Segment | undefined): boolean => {
  const [program = '', code = ''] = segment?.words ?? []
  return program === 'false' || ((program === 'exit' || program === 'return') && /^0*[1-9]\d*$/.test(code))
}

type Segment = {
  readonly words: Words
  readonly isKeywordQuoted: boolean
  readonly isDefinition: boolean
  /** Parentheses of subshells around it. */
  readonly opens: number
  readonly closes: number
  readonly end: string
}

/** Words up to the next operator that ends a command. */
const segments = (tokens: readonly Token[]): readonly Segment[] => {
  const found: Segment[] = []
  let words: Extract<Token, { kind: 'word' }>[] = []
  let [opens, closes, isDefinition] = [0, 0, false]
  const push = (end: string): void => {
    const texts = words.map(({ text }) => text)
    found.push({ words: texts, isKeywordQuoted: words[0]?.isQuoted ?? false, isDefinition, opens, closes, end })
    words = []
    ;[opens, closes, isDefinition] = [0, 0, false]
  }
  tokens.forEach((token, index) => {
    if (token.kind === 'redirect') return
    if (token.kind === 'word') {
      const isTarget = tokens[index - 1]?.kind === 'redirect'
      if (!isTarget && (token.text !== '' || token.isQuoted)) words.push(token)
      return
    }
    if (token.text === '(') {
      isDefinition ||= words.length > 0
      opens += 1
    } else if (token.text === ')') closes += 1
    else push(token.text)
  })
  push(';')
  return found
}
