/** The simple commands of a shell line, as words. A second, smaller reading than the product's, on purpose. */

const TOKEN = /\d?>&\d|"(?:[^"\\]|\\.)*"|'[^']*'|&&|\|\||[;|\n]|(?:\\.|[^\s;|&"'\n])+/g
const SEPARATORS: ReadonlySet<string> = new Set(['&&', '||', ';', '|', '\n'])

/** Without here-documents, assignments before the program, and `cd` in front. */
export const shellCommands = (line: string): readonly (readonly string[])[] => {
  const text = line.replace(/<<-?\s*['"]?(\w+)['"]?(.*)[\s\S]*?\n\s*\1\b/g, '$2')
  const commands: string[][] = [[]]
  for (const [token] of text.matchAll(TOKEN)) {
    if (SEPARATORS.has(token)) commands.push([])
    else commands.at(-1)?.push(unquoted(token))
  }
  return commands.map(withoutAssignments).filter(([program]) => program !== undefined && program !== 'cd')
}

const unquoted = (token: string): string => (/^(["']).*\1$/s.test(token) ? token.slice(1, -1) : token)

const withoutAssignments = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** What the command is, without the values that change from run to run. */
export const normalCommand = (words: readonly string[]): string =>
  words
    .filter((word) => !/^\d?>/.test(word))
    .slice(0, 8)
    .join(' ')
    .slice(0, 120)
