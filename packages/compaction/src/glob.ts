/** Globs over paths as they stand in a log: absolute or relative, with either kind of slash. */

/** `*`, `?`, `**` and `{a,b}`; the glob may begin at any folder of the path. */
export const matchesGlob = (path: string, glob: string): boolean =>
  patternOf(glob).test(`/${path.replaceAll('\\', '/').replace(/^\/+/, '')}`)

const patternOf = (glob: string): RegExp => {
  const clean = glob.replace(/^(?:\.?\/)+/, '')
  const body = clean.replaceAll(/\*\*\/?|\*|\?|\{[^{}]*\}|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    if (token.length > 1) return `(?:${token.slice(1, -1).split(',').map(literal).join('|')})`
    return `\\${token}`
  })
  return new RegExp(`/${body}$`)
}

const literal = (text: string): string => text.replaceAll(/[\\^$.|+()[\]{}?]/g, '\\$&').replaceAll('*', '[^/]*')
