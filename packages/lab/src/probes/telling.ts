/**
 * What each line of an event is: only some lines tell anything of the names on them. A command says what to run, a log
 * repeats the words of the program that wrote it, and whoever thinks aloud has settled nothing.
 */
import { keyTextsIn } from './keys.ts'
import { isShell } from './ledger-runs.ts'
import type { SessionEvent } from './normal-form.ts'
import { isDecision, isDoubtful } from './sentences.ts'
import { type SourceLine, sourceLines, UNIT_CHARS_MAX } from './source-lines.ts'

/**
 * `record`: its names are fields, and no names at all. `message`: in words that are not about the names, of a compiler, a test
 * or a tool, and so is the line that heads a call.
 */
export type LineNature = 'telling' | 'command' | 'record' | 'message' | 'doubt'

export type NaturedLine = SourceLine & {
  readonly nature: LineNature
  /** The keys that stand in each other's company here. */
  readonly company: readonly string[]
  /** In a fenced block: code that was pasted, not said. */
  readonly isFenced: boolean
}

const read = new WeakMap<SessionEvent, readonly NaturedLine[]>()

export const naturedLines = (event: SessionEvent): readonly NaturedLine[] => {
  const known = read.get(event)
  if (known !== undefined) return known
  const isScript = isShell(event) ? event.kind === 'call' : isShellScript(event)
  let fence: string | undefined
  const lines = sourceLines(event).map((line, at): NaturedLine => {
    const [, language] = FENCE.exec(line.text) ?? []
    const isFenced = fence !== undefined
    if (language !== undefined) fence = isFenced ? undefined : language
    const isCommand = isScript || (isFenced && SHELL_NAMES.has(fence ?? ''))
    const isHead = at === 0 && event.kind === 'call' && !isShell(event)
    const nature = isHead ? 'message' : natureOf(line.text, event, isCommand)
    return { ...line, nature, isFenced, company: companyOf(line, nature) }
  })
  read.set(event, lines)
  return lines
}

const FENCE = /^\s*(?:\d+→\s*)?```(\w*)/
const SHELL_NAMES: ReadonlySet<string> = new Set(['bash', 'sh', 'shell', 'zsh', 'console'])
const SCRIPT_PATH = /\.(?:sh|bash|zsh)$/
const SHEBANG = /^(?:.*\n){0,3}?\s*(?:\d+→)?#!\S*(?:\/|\s)(?:ba|z)?sh\b/

/** Read or written by a file's tool. */
const isShellScript = ({ text, path = '' }: SessionEvent): boolean =>
  SCRIPT_PATH.test(path) || SHEBANG.test(text.slice(0, 400))

const GUTTER = /^\s*\d+(?:→|\t)/
const FIELD = /(?<![\w.&?(-])[\w.]+=(?:"[^"]*"|[^\s,"'()=]+)/g
const JSON_RECORD = /\{\s*"[\w.-]+"\s*:.*?,\s*"[\w.-]+"\s*:/
/** `path:line:column: message`, and what a test logs. */
const MESSAGE = /^\s*(?:\[[\w:.-]+\]\s*)?[\w./-]+\.\w+:\d+:\d+:\s|^\s+\w+_test\.\w+:\d+:\s/
/** Keeps the agent's list of tasks, and answers that it did. */
const TASK_TOOL = /^(?:task(?:create|update|list|get)|todo\w*|update_plan)$/i
const REFUSED = /^<tool_use_error>/
const SHELL_COMMENT = /^\s*(?:\d+→\s*)?#(?!!)/
const PROMPT = /^\s*(?:\d+→\s*)?\$ \S/
/** What the agent is about to do says little of what it does it to. */
const ANNOUNCED =
  /(?:^|[.!:,—–-] |\b(?:now|first|next|then|so|and|okay|ok) )(?:let me|let's|i'll|i will|i'm going to|i need to|i should)\b/i

const natureOf = (text: string, event: SessionEvent, isCommand: boolean): LineNature => {
  if (isCommand || PROMPT.test(text))
    return SHELL_COMMENT.test(text) && !(event.kind === 'call' && isShell(event)) ? 'telling' : 'command'
  if (event.kind === 'result' && !GUTTER.test(text)) {
    if (isRecord(text) || REFUSED.test(text)) return 'record'
    if (MESSAGE.test(text) || TASK_TOOL.test(event.tool ?? '')) return 'message'
  }
  const said = text.replaceAll('’', "'")
  if ((event.kind === 'user' || event.kind === 'say') && isDoubtful(said)) return 'doubt'
  return event.kind === 'say' && ANNOUNCED.test(said) && !isDecision(said) ? 'doubt' : 'telling'
}

/** Longer ones are data: what an interface answered, with whole texts in its fields. */
const isRecord = (text: string): boolean =>
  text.length < UNIT_CHARS_MAX && ((text.match(FIELD) ?? []).length >= 2 || JSON_RECORD.test(text))

/** Arguments of several words are text that the command passes on. */
const ARGUMENT = /"(?:[^"\\]|\\.)*\s(?:[^"\\]|\\.)*"|'[^']*\s[^']*'/g

const companyOf = ({ text, keys }: SourceLine, nature: LineNature): readonly string[] => {
  if (nature === 'record' || text.length >= UNIT_CHARS_MAX) return []
  return nature === 'command' ? keyTextsIn(text.replace(ARGUMENT, ' ')) : keys
}
