import { expect, test } from 'vitest'
import { isKnownSafe } from './known-safe.ts'

const check = (safe: boolean, lines: readonly string[]): void => {
  for (const line of lines) expect(isKnownSafe(line), line).toBe(safe)
}

test('commands that only look are known', () => {
  check(true, [
    ...[
      'ls -la',
      'cat a b',
      'pwd',
      'cd src && ls',
      'wc -l a | sort -rn | head',
      'head -20 a; tail -n 5 a',
      'true',
      'echo done',
      'test -f a && printf "%s" done',
      'grep -rn moored --include=*.ts src',
    ],
    ...[
      'git status',
      'git --no-pager log -p -3',
      'git diff --stat HEAD',
      'git show HEAD:a.txt',
      'git branch -vv',
      'git remote -v',
      'git blame a',
      'git log --oneline -3',
      'git grep --extended-regexp -e a --or -e b',
    ],
    ...[
      "find . -name '*.ts' -type f",
      'rg -n foo src',
      "sed -n '10,20p' a",
      'sed -n 5p a',
      'date -u +%s',
      'sort a',
      'file a',
    ],
  ])
})

test('a command that could change something, run something or never end is not', () => {
  check(false, [
    ...[
      'rm a',
      "test -v 'a[$(touch pwned)]'",
      "printf -v 'a[$(touch pwned)]' x",
      "printf '%n' 'a[$(touch pwned)]'",
      'sort --outp=a b',
      'sort --comp=./x a',
      'file --comp -m a',
      'tail --fol a',
      'find . -d*',
      'find . -[d]elete',
      'npm test',
      'make',
      'python3 x.py',
      'tee a',
      'uniq a b',
      'touch a',
      'A=1 ls',
      'ls > a',
      'ls; rm a',
      'cat a && sh b',
    ],
    ...[
      'git commit -m x',
      'git push',
      'git branch new',
      'git branch -D x',
      'git remote add a b',
      'git diff --output=a',
      'git diff --ext-diff',
    ],
    ...[
      'git -c core.pager=sh log',
      'git -C /tmp status',
      'git grep -Ovi x',
      'git grep -nOvi x',
      'git grep --open-files=vi x',
      'git grep --op=vi x',
      'git diff --outp=a',
      'git log --ext-d',
      'git log --textconv',
      'git',
      'git stash',
      'git config a b',
    ],
    ...[
      'find . -delete',
      'find . -exec rm {} +',
      "find . -fprintf a '%p'",
      'rg --pre sh foo',
      'rg -z foo',
      'sort -o a b',
      'sort --compress-program=sh a',
    ],
    ...[
      "sed -n 'w out' a",
      "sed -i 's/a/b/' a",
      "sed 's/a/b/e' a",
      'sed -n 5p -i',
      'date -s 2020-01-01',
      'tail -f a',
      'hostname x',
      'file -C -m a',
    ],
    ...['xargs rm', 'env sh', 'sudo ls', '/tmp/ls', './ls', '', 'bash -c ls', '$(ls)'],
  ])
})

test('a short option that is not safe is found behind others, digits and signs too', () =>
  check(false, ['rg -0z x', 'rg -.z x', 'file -0C -m a', 'sort -1o a b', 'tail -n,f a']))
