/** Which files a command that succeeded has read, moved or removed, from the words of its simple commands. */
import { succeededCommands, type Words } from '@rawr/policy'

export type FileUse =
  | { readonly kind: 'read'; readonly path: string; readonly range?: string | undefined }
  | { readonly kind: 'edit'; readonly path: string }
  | { readonly kind: 'create'; readonly path: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }

export const filesOfCommand = (script: string): readonly FileUse[] => [
  ...succeededCommands([script.includes(' ') ? script : `${script} `]).flatMap(filesOfWords),
  ...written(script),
]

const filesOfWords = (words: Words): readonly FileUse[] => {
  const [program = '', ...args] = words
  const paths = args.filter((word) => !word.startsWith('-') && looksLikePath(word))
  switch (program) {
    case 'cat':
    case 'bat':
    case 'nl':
    case 'less':
      return paths.map((path) => ({ kind: 'read', path }))
    case 'head':
    case 'tail':
      return paths.slice(-1).map((path) => ({ kind: 'read', path, range: program }))
    case 'sed':
      return sedFiles(args)
    case 'rm':
      return paths.map((path) => ({ kind: 'delete', path }))
    case 'mv':
      return moved(paths)
    case 'touch':
    case 'tee':
      return paths.map((path) => ({ kind: 'create', path }))
    case 'git':
      return gitFiles(args)
    default:
      return []
  }
}

const gitFiles = ([verb, ...args]: Words): readonly FileUse[] => {
  const paths = args.filter((word) => !word.startsWith('-') && looksLikePath(word))
  if (verb === 'mv') return moved(paths)
  return verb === 'rm' ? paths.map((path) => ({ kind: 'delete', path })) : []
}

const moved = (paths: Words): readonly FileUse[] => {
  const [path, to] = paths
  return path !== undefined && to !== undefined && paths.length === 2 ? [{ kind: 'move', path, to }] : []
}

const sedFiles = (args: Words): readonly FileUse[] => {
  const operands = args.filter((word) => !word.startsWith('-'))
  const path = operands.at(-1)
  if (path === undefined || operands.length < 2 || !looksLikePath(path)) return []
  if (args.some((word) => /^-i/.test(word) || word === '--in-place')) return [{ kind: 'edit', path }]
  const range = /^(\d+),(\d+|\$)p$/.exec(operands[0] ?? '')
  return [{ kind: 'read', path, range: range === null ? undefined : `${range[1]}-${range[2]}` }]
}

/** `> file` in front of a here-document or at the end of a command. */
const written = (script: string): readonly FileUse[] => {
  const [head = ''] = script.split(/\n/, 1)
  return [...head.matchAll(/(?<![0-9&>-])>>?\s*([\w./~-]+)/g)].flatMap(([, path = '']) =>
    looksLikePath(path) && !path.startsWith('/dev/') ? [{ kind: 'create' as const, path }] : [],
  )
}

/** A name with a folder or an extension, and nothing a shell would still have to fill in. */
const looksLikePath = (word: string): boolean =>
  /[./]/.test(word) && !/[*?$`{}<>|;"'=\s]/.test(word) && !/^\.{1,2}\/?$/.test(word)
