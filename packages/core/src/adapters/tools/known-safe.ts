/**
 * Commands that only look: they may run beside others and need nobody's approval. Judged by parsed words; whatever is not surely
 * on the list is not safe. Pure.
 */
import { isSafeGit } from './known-safe-git.ts'
import { type PlainCommand, plainCommands } from './plain-commands.ts'

/** No flag of these writes a file, runs a program or waits for ever. */
const READERS = new Set(
  (
    'basename cat cd cksum comm cut dirname df diff du echo expr false fold grep egrep fgrep groups head hexdump id jq ' +
    'ls md5sum nl nproc paste ps pwd readlink realpath rev sha1sum sha256sum stat strings sum tac ' +
    'tr true type uname uptime wc which whoami'
  ).split(' '),
)

const FIND_UNSAFE = /^-(exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/
/** A short option may stand behind any others, `-0` and `-.` too. */
const RG_UNSAFE = /^(--pre(=|$)|--hostname-bin|--search-zip$|-(?!-).*z)/
/** A long option may be cut short as far as it stays the only one that begins so. */
const SORT_UNSAFE = /^(-(?!-).*[oT]|--o|--co|--t)/
/** The shell itself reads a name behind `-v` or for `%n`, and runs what stands between the brackets of one. */
const NAMES_UNSAFE = /^-[vR]|[[`$]|%n/

export const isKnownSafe = (commandLine: string): boolean => plainCommands(commandLine)?.every(isSafeCommand) ?? false

/**
 * The words of each command that is not known safe; `null`: the line is more than plain commands. What follows a `cd` runs
 * elsewhere than it seems, so such a line is no list of commands either.
 */
export const changingCommands = (commandLine: string): readonly PlainCommand[] | null => {
  const commands = plainCommands(commandLine)
  if (commands === null || commands.some(([program]) => program === 'cd')) return null
  return commands.filter((command) => !isSafeCommand(command))
}

/** The words of each command that is known safe, in a line of plain commands. */
export const lookingCommands = (commandLine: string): readonly PlainCommand[] =>
  (plainCommands(commandLine) ?? []).filter(isSafeCommand)

const isSafeCommand = ([program = '', ...words]: PlainCommand): boolean => {
  switch (program) {
    case 'git':
      return isSafeGit(words)
    case 'find':
      return !words.some((word) => FIND_UNSAFE.test(word))
    case 'rg':
      return !words.some((word) => RG_UNSAFE.test(word))
    case 'sort':
      return !words.some((word) => SORT_UNSAFE.test(word))
    case 'test':
    case 'printf':
      return !words.some((word) => NAMES_UNSAFE.test(word))
    case 'sed':
      return isSafeSed(words)
    case 'date':
      return words.every((word) => word.startsWith('+') || word === '-u')
    case 'tail':
      return !words.some((word) => /^(-(?!-).*[fF]|--f|--r)/.test(word))
    case 'hostname':
      return words.length === 0
    case 'file':
      return !words.some((word) => /^(-(?!-).*C|--comp)/.test(word))
    default:
      return READERS.has(program)
  }
}

/** Only printing of lines by number: `sed -n 10,20p file`. */
const isSafeSed = (words: readonly string[]): boolean => {
  const [flag, script = '', ...files] = words
  return flag === '-n' && /^\d+(,(\d+|\$))?p$/.test(script) && files.every((file) => !file.startsWith('-'))
}
