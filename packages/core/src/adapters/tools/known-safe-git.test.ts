import { expect, test } from 'vitest'
import { isKnownSafe } from './known-safe.ts'

const check = (safe: boolean, lines: readonly string[]): void => {
  for (const line of lines) expect(isKnownSafe(line), line).toBe(safe)
}

const OPEN_PAGER = ["git grep -1O'touch pwned' x", 'git grep -C1 -3Ovi x', 'git grep -e -- -Ovi x', 'git grep -qO x']

test('of a git verb the options that are listed are known, every other is not', () => {
  check(true, [
    'git status -sb --porcelain=v2 --untracked-files=no -uall',
    'git log -p -3 --stat --oneline --graph --all --decorate --since=1.week --author ann -- src',
    "git log -S'isSafe' -Gx -n5 -L10,20:a.ts --format='%h %s' --date=short --follow a.ts",
    'git log --pretty=oneline --name-status --diff-filter=AM main..HEAD',
    'git show --stat -U10 --no-color HEAD~2 -- a.ts',
    'git diff --cached --name-only -w -M90 main...HEAD',
    'git diff --staged -U0 --word-diff=plain --no-ext-diff',
    'git blame -w -L 10,+5 -C -C --date=short a.ts',
    'git grep -nIi -A3 -B 2 -e moored --and -e quay HEAD -- src',
    'git grep -3 -w --untracked --files-with-matches moored',
    'git ls-files -o --exclude-standard -z',
    'git ls-tree -r --name-only HEAD',
    'git rev-parse --abbrev-ref HEAD',
    'git rev-parse --show-toplevel',
    'git describe --tags --always --dirty',
    'git shortlog -sne --no-merges HEAD',
  ])
  check(false, [
    ...OPEN_PAGER,
    'git grep --textconv x',
    'git grep --new-option x',
    'git diff -o a',
    'git diff -1o a',
    'git log --output a',
    'git log --output=a -- src',
    'git log -- --output=a',
    'git show --show-signature',
    "git log --format='%h %G?'",
    'git log --remerge-diff',
    'git diff --submodule=diff',
    'git blame --contents a b',
    'git blame --textconv b',
    'git ls-files --new-option',
    'git rev-parse --parseopt',
    'git status --st',
  ])
})
