/** What a source file says of the noun in it: the comment at its head, and the one above each field. */

export const headComment = (source: string): string => plain(/^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '')

/** Field → its comment. */
export const fieldComments = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n\s*(?:readonly )?(\w+)\??:/g)].map(([, comment, name]) => [
      name ?? '',
      plain(comment ?? ''),
    ]),
  )

/** Value of an enumeration → its comment. */
export const valueComments = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n\s*'(\w+)',/g)].map(([, comment, value]) => [
      value ?? '',
      plain(comment ?? ''),
    ]),
  )

/** Files of the package that the source takes something from, as paths relative to `src`. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(/from '(?:\.\.?\/)+([\w/-]+\.ts)'/g)].map(([, path]) => path ?? '')

const plain = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join(' ')
    .trim()
