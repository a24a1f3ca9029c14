/** The commands a person may type, each with one line of help, and what a typed line asks for. */
import { CompactOptions, err, KeepRole, ok, type Result, Strategy } from '@rawr/protocol'

export type CommandName = keyof typeof COMMANDS

/** In the order of the palette. */
export const COMMANDS = {
  compact: { usage: '/compact [focus] [--dry-run] [flags]', help: 'compact now; --dry-run shows what it would do' },
  uncompact: { usage: '/uncompact [number]', help: 'see the originals again; later turns stay' },
  recompact: { usage: '/recompact [number]', help: 'take an /uncompact back' },
  pin: {
    usage: '/pin [fact | @file | item]',
    help: 'keep it verbatim through every compaction; alone: what is pinned',
  },
  unpin: { usage: '/unpin <number | pin>', help: 'let go of a pin' },
  context: { usage: '/context', help: 'what fills the window, by kind and by item' },
  why: { usage: '/why [decision]', help: 'why it was compacted, or was not' },
  history: { usage: '/history [number]', help: 'the compactions of this thread; with a number: what it left' },
  recall: {
    usage: '/recall <item | @file | text>',
    help: 'what the thread had before, seen by the model or not; --page 2 goes on',
  },
  model: { usage: '/model [name] [effort]', help: 'what the server offers; with a name: change it' },
  status: { usage: '/status', help: 'thread, model, folder, context, queue and link' },
  resume: { usage: '/resume [thread]', help: 'go on with another thread' },
  new: { usage: '/new', help: 'begin a new thread in this folder' },
  help: { usage: '/help', help: 'commands and keys' },
  quit: { usage: '/quit', help: 'leave; the thread stays' },
} as const

export type CompactWish = { readonly dryRun: boolean; readonly options: CompactOptions }

export type Command =
  | { readonly name: 'compact'; readonly wish: CompactWish }
  | { readonly name: Exclude<CommandName, 'compact'>; readonly words: readonly string[] }

/** A line that begins with `/` and a word of the table; the error says what to do. */
export const parseCommand = (line: string): Result<Command, string> => {
  const [head = '', ...words] = line.trim().split(/\s+/)
  const name = head.slice(1)
  if (!isCommandName(name)) {
    const near = matchingCommands(name)[0]
    return err(`There is no command /${name}.${near === undefined ? '' : ` Did you mean /${near}?`} /help lists them.`)
  }
  if (name !== 'compact') return ok({ name, words })
  const wish = compactWish(words)
  return wish.ok ? ok({ name, wish: wish.value }) : wish
}

/** `/` and a letter begin a command; a path such as `/etc/hosts` does not. */
export const isCommandLine = (text: string): boolean => /^\/[a-z]*(\s|$)/.test(text)

/** What `/compact` knows beside a focus, for whoever has to be told. */
export const COMPACT_FLAGS: readonly (readonly [usage: string, help: string])[] = [
  ['  --dry-run', 'show what it would do; Enter then does exactly this'],
  ['  --strategy <name>', Strategy.options.join(', ')],
  ['  --model <name>', 'who writes the narrative'],
  ['  --keep-file <path,…>', 'their newest state is kept'],
  ['  --keep-role <role,…>', KeepRole.options.join(', ')],
  ['  --max-tail <messages>', 'how many at the end stay as they are'],
  ['  --min-headroom <tokens>', 'what has to be free afterwards'],
  ['  --budget <tokens>', 'what the view may hold beside instructions, tools and pins'],
]

/** What the palette shows for the letters so far: beginnings first, then letters in order. */
export const matchingCommands = (letters: string): CommandName[] => {
  const names = Object.keys(COMMANDS).filter(isCommandName)
  const begins = names.filter((name) => name.startsWith(letters))
  const loose = new RegExp([...letters.replaceAll(/\W/g, '')].join('.*'))
  return [...begins, ...names.filter((name) => !begins.includes(name) && letters !== '' && loose.test(name))]
}

const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name)

/** Flags of `/compact` that bring a value, and the option each becomes. */
const VALUE_FLAGS = {
  '--strategy': 'strategy',
  '--mode': 'strategy',
  '--model': 'model',
  '--keep-file': 'keep_files',
  '--keep-role': 'keep_roles',
  '--max-tail': 'max_tail',
  '--min-headroom': 'min_headroom',
  '--budget': 'budget',
} as const satisfies Record<string, keyof CompactOptions>

const isValueFlag = (word: string): word is keyof typeof VALUE_FLAGS => Object.hasOwn(VALUE_FLAGS, word)

const compactWish = (words: readonly string[]): Result<CompactWish, string> => {
  const found: Record<string, unknown> = {}
  const focus: string[] = []
  let dryRun = false
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', inline] = splitFlag(words[index] ?? '')
    if (word === '--dry-run') dryRun = true
    else if (isValueFlag(word)) {
      const value = inline ?? words[index + 1]
      if (inline === undefined) index += 1
      if (value === undefined || value.startsWith('--')) return err(`${word} needs a value.`)
      addOption(found, VALUE_FLAGS[word], value)
    } else if (word.startsWith('--'))
      return err(`/compact knows no ${word}. It knows --dry-run, ${Object.keys(VALUE_FLAGS).join(', ')}.`)
    else focus.push(words[index] ?? '')
  }
  const options = CompactOptions.safeParse({ ...found, ...(focus.length > 0 && { focus: focus.join(' ') }) })
  if (options.success) return ok({ dryRun, options: options.data })
  const at = options.error.issues[0]?.path[0]
  const flag = Object.entries(VALUE_FLAGS).find(([, option]) => option === at)?.[0] ?? '/compact'
  return err(`${flag}: ${expected(String(at))}`)
}

const splitFlag = (word: string): readonly string[] => {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)]
}

const addOption = (found: Record<string, unknown>, option: keyof CompactOptions, value: string): void => {
  if (option === 'keep_files' || option === 'keep_roles')
    found[option] = [...(Array.isArray(found[option]) ? found[option] : []), ...value.split(',')]
  else if (option === 'max_tail' || option === 'min_headroom' || option === 'budget')
    found[option] = /^\d+$/.test(value) ? Number(value) : value
  else found[option] = value
}

const expected = (option: string): string => {
  if (option === 'strategy') return `one of ${Strategy.options.join(', ')}.`
  if (option === 'keep_roles') return `one of ${KeepRole.options.join(', ')}.`
  return 'a whole number, 0 or more.'
}
