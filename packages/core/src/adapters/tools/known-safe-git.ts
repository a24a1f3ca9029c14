/**
 * Git commands that only look. Git has options that write a file or run a program, grows new ones, and lets them be cut short
 * and stand together: so these are the options that do neither, by the verb, and what is not listed is not known safe. Pure.
 */

type Options = {
  /** In full, without the dashes. */
  readonly long: ReadonlySet<string>
  /** One word of short ones, without the dash. */
  readonly short: RegExp
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const options = (short: RegExp, ...lists: readonly string[]): Options => ({
  short,
  long: new Set(lists.flatMap(words)),
})

/** Not among them: `output`, `ext-diff`, `textconv`, `submodule`. */
const DIFF = `
  abbrev base binary break-rewrites cached check color color-moved color-words compact-summary diff-algorithm diff-filter
  dirstat dst-prefix exit-code find-copies find-copies-harder find-object find-renames full-index function-context histogram
  ignore-all-space ignore-blank-lines ignore-cr-at-eol ignore-matching-lines ignore-space-at-eol ignore-space-change
  ignore-submodules indent-heuristic inter-hunk-context irreversible-delete merge-base minimal name-only name-status no-abbrev
  no-color no-color-moved no-ext-diff no-index no-indent-heuristic no-patch no-prefix no-relative no-rename-empty no-renames
  no-textconv null numstat ours patch patch-with-raw patch-with-stat patience pickaxe-all pickaxe-regex quiet raw relative
  shortstat src-prefix staged stat stat-count stat-graph-width stat-name-width stat-width summary text theirs unified word-diff
  word-diff-regex ws-error-highlight`

/** Not among them: `show-signature`, `remerge-diff`, `stdin`. */
const LOG = `
  abbrev-commit after all all-match ancestry-path author author-date-order basic-regexp before boundary branches cc cherry
  cherry-mark cherry-pick children clear-decorations combined-all-paths committer date date-order decorate decorate-refs
  decorate-refs-exclude dense diff-merges do-walk encoding exclude expand-tabs extended-regexp first-parent fixed-strings follow
  format full-diff full-history glob graph grep ignore-missing invert-grep left-only left-right log-size max-count max-parents
  merge merges min-parents no-abbrev-commit no-decorate no-diff-merges no-expand-tabs no-mailmap no-max-parents no-merges
  no-min-parents no-notes no-walk not notes oneline parents perl-regexp pretty regexp-ignore-case relative-date remotes
  remove-empty reverse right-only show-pulls simplify-by-decoration simplify-merges since skip source sparse tags topo-order
  until use-mailmap walk-reflogs`

/** The letter before the rest takes it as its value. */
const LOG_SHORT = /^[abcgimpqrstuwzEFPRW0-9]*([BCDGILMSUXnl].*)?$/

const GIT_READERS: ReadonlyMap<string, Options> = new Map([
  ['diff', options(/^[abcpqrstuwzRW0-9]*([BCDGIMSUXl].*)?$/, DIFF)],
  ['log', options(LOG_SHORT, DIFF, LOG)],
  ['show', options(LOG_SHORT, DIFF, LOG)],
  [
    'shortlog',
    options(
      /^[sncei0-9]*([w].*)?$/,
      `after all author before branches committer date email exclude first-parent format grep group max-count merges no-merges
       numbered remotes since summary tags until`,
    ),
  ],
  [
    'status',
    options(
      /^[sbvz]*(u.*)?$/,
      `ahead-behind branch column find-renames ignored ignore-submodules long no-ahead-behind no-column no-renames null porcelain
       renames short show-stash untracked-files verbose`,
    ),
  ],
  [
    'blame',
    options(
      /^[bcefklnpstw]*([CLMS].*)?$/,
      `abbrev color-by-age color-lines date encoding ignore-rev ignore-revs-file incremental line-porcelain minimal no-progress
       porcelain progress reverse root show-email show-name show-number show-stats since`,
    ),
  ],
  [
    // Not among them: `open-files-in-pager`, `textconv`.
    'grep',
    options(
      /^[achilnopqrvwzEFGHILPW0-9]*([ABCefm].*)?$/,
      `after-context all-match and basic-regexp before-context break cached color column context count exclude-standard
       extended-regexp files-with-matches files-without-match fixed-strings full-name function-context heading ignore-case
       invert-match line-number max-count max-depth name-only no-color no-exclude-standard no-index no-recursive no-textconv
       not null only-matching or perl-regexp quiet recurse-submodules recursive show-function text threads untracked word-regexp`,
    ),
  ],
  [
    'ls-files',
    options(
      /^[cdfikmostuvz]*([xX].*)?$/,
      `abbrev cached debug deduplicate deleted directory empty-directory eol error-unmatch exclude exclude-from
       exclude-per-directory exclude-standard format full-name ignored killed modified no-empty-directory others
       recurse-submodules stage unmerged with-tree`,
    ),
  ],
  ['ls-tree', options(/^[dlrtz]+$/, 'abbrev format full-name full-tree long name-only name-status object-only')],
  [
    'describe',
    options(
      /^$/,
      'abbrev all always broken candidates contains debug dirty exact-match exclude first-parent long match tags',
    ),
  ],
  [
    'rev-parse',
    options(
      /^q$/,
      `abbrev-ref absolute-git-dir all branches default flags git-common-dir git-dir git-path is-bare-repository
       is-inside-git-dir is-inside-work-tree is-shallow-repository no-flags no-revs path-format quiet remotes revs-only short
       show-cdup show-object-format show-prefix show-superproject-working-tree show-toplevel symbolic symbolic-full-name tags
       verify`,
    ),
  ],
])

/** The words behind `git`. Options before the verb are not known safe at all. */
export const isSafeGit = (given: readonly string[]): boolean => {
  const [verb = '', ...rest] = given[0] === '--no-pager' ? given.slice(1) : given
  if (verb === 'branch')
    return rest.every((word) => /^(-a|-r|-v|-vv|--all|--remotes|--list|--show-current)$/.test(word))
  if (verb === 'remote') return rest.every((word) => word === '-v')
  const known = GIT_READERS.get(verb)
  return known !== undefined && rest.every((word) => isKnown(word, known))
}

/** `%G` in a format runs the program that checks signatures. */
const RUNS_GPG = /%[-+ ]?G/

/** Behind `--` too: it may be the value of what stands before it, and then ends nothing. */
const isKnown = (word: string, { long, short }: Options): boolean => {
  if (RUNS_GPG.test(word)) return false
  if (!word.startsWith('-') || word === '--') return true
  return word.startsWith('--') ? long.has(word.slice(2).replace(/=.*$/s, '')) : short.test(word.slice(1))
}
