/** Globs over paths as they stand in a log: absolute or relative, with either kind of slash. */
import { type PathPattern, pathPattern } from '@rawr/protocol'

/**
 * `*`, `?`, `**` and `{a,b}`; the glob may begin at any folder of the path. A bracket is a bracket: `src/[id].ts` is a file that
 * some projects have. A glob that is too long for a pattern matches nothing.
 */
export const globMatcher = (glob: string): PathPattern => {
  const clean = glob.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  const pattern = pathPattern(`**/${clean.replaceAll(OTHERWISE, inPattern)}`)
  return (path) => pattern.ok && pattern.value(path.replaceAll('\\', '/').replace(/^\/+/, ''))
}

/** What a pattern takes otherwise: a bracket, a choice of one, and stars that are not alone between two slashes. */
const OTHERWISE = /\[|\{[^{},]*\}|(?<=^|\/)\*\*(?=\/|$)|\*{2,}/g

/** In a pattern they stay in their folder; here they have always gone through folders. */
const ANY_DEPTH = '{*,*/**/*}'

const inPattern = (token: string, at: number, glob: string): string => {
  if (token === '[') return '\\['
  if (token.startsWith('{')) return token.slice(1, -1)
  const next = glob[at + token.length]
  const isAlone = (at === 0 || glob[at - 1] === '/') && (next === undefined || next === '/')
  return isAlone && token === '**' ? token : ANY_DEPTH
}
