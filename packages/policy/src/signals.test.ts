import { CallId, type EventMsg, type PlanStep, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { emptySignals, foldSignals, type Signals } from './signals.ts'

const turn_id = TurnId.parse('t1')
const call_id = CallId.parse('c1')

const ended = (command: readonly string[], exit_code: number | null = 0): EventMsg => ({
  type: 'exec_command_end',
  call_id,
  turn_id,
  command: [...command],
  exit_code,
  timed_out: false,
  output: '',
  duration_ms: 1,
})

const ran = (script: string, exitCode: number | null = 0): EventMsg => ended(['bash', '-lc', script], exitCode)

const plan = (statuses: readonly PlanStep['status'][]): EventMsg => ({
  type: 'plan_update',
  turn_id,
  plan: statuses.map((status, at) => ({ step: `step ${at}`, status })),
})

const started = (origin: 'user' | 'packet_prompt'): EventMsg => ({ type: 'turn_started', turn_id, origin })

const fold = (events: readonly EventMsg[], from: Signals = emptySignals): Signals => events.reduce(foldSignals, from)

const check = (script: string, expected: Signals['seen']) =>
  expect([script, fold([ran(script)]).seen]).toEqual([script, expected])

test('a commit is a git commit that ran, however it is wrapped', () => {
  const rows = [
    'git commit -m "Fix the parser"',
    'cd src && git commit -am x',
    'git add -A; git commit -m x',
    'GIT_AUTHOR_NAME=Ada git commit -m x',
    'git -C ../lib -c user.name=Ada commit -m x',
    'git --no-pager commit --amend --no-edit',
    'git commit -n -m x',
    '/usr/bin/git commit -m x 2>&1 | tail -3',
    '(cd lib; git commit -m x)',
    '{ git add .; git commit -m x; }',
    'env A=1 git commit -m x',
    'sudo -u ada git commit -m x',
    'timeout 30 git commit -m x',
    'bash -c "git add . && git commit -m \'a b\'"',
    'git commit -m "$(cat <<\'EOF\'\nFix user\'s bug; see ) and "quotes"\nEOF\n)"',
    'git commit -F - <<EOF\nIt’s here\nEOF',
    'git add . \\\n  && git commit -m x',
    'git commit -m x # and say why',
    'git commit -m x || exit 1',
    'eval "git commit -m x"',
    'git commit -m "a; b" > /tmp/log',
    "git commit -m $'it\\'s'",
  ]
  for (const script of rows) check(script, ['commit'])
})

test('words about a commit are none', () => {
  const rows = [
    'echo "git commit"',
    "printf 'git commit -m x\\n'",
    'grep -rn "git commit" docs',
    'git log --grep commit',
    'git commit-tree HEAD^{tree}',
    'git commit --dry-run',
    'git commit --help',
    'echo $(git commit -m x)',
    'cat <<EOF\ngit commit -m x\nEOF',
    "cat > run.sh <<'EOF'\ngit commit -m x\nEOF",
    '# git commit -m x',
    'git commit -m x || true',
    'git commit -m x || exit 0',
    'git commit -m x || exit',
    'git diff --quiet || git commit -am x',
    '! git commit -m x',
    'git commit -m x &',
    'if test -n "$A"; then git commit -m x; fi',
    'save() { git commit -m x; }',
    'for f in a b; do git commit -m $f; done',
    'git commit -m "never closed',
    'agit commit',
    '"if" commit',
  ]
  for (const script of rows) check(script, [])
})

test('what comes after a condition or a loop counts again', () => {
  check('if test -f a; then rm a; fi; git commit -m x', ['commit'])
  check('for f in a b; do echo "$f"; done\ngit push', ['pr_checkpoint'])
  check('sleep 1 & git commit -m x', ['commit'])
})

test('pushes and pull request steps are checkpoints', () => {
  const rows = [
    'git push',
    'git push -u origin main',
    'gh pr create --fill',
    'gh pr -R ada/engine merge 3',
    'gh -R ada/engine pr review 3 --approve',
    'gh pr close 3',
    'gh pr reopen 3',
    'gt submit',
    'gt ss',
    'gt create -m x',
    'gt review',
    'gt land',
  ]
  for (const script of rows) check(script, ['pr_checkpoint'])
  for (const script of ['git push --dry-run', 'git push -n', 'gh pr list', 'gh pr view 3', 'gt log', 'gh issue create'])
    check(script, [])
})

test('a failed, killed or plainly executed command is read by its exit code and its words', () => {
  expect(fold([ran('git commit -m x', 1)]).seen).toEqual([])
  expect(fold([ran('git commit -m x', null)]).seen).toEqual([])
  expect(fold([ended(['git', 'commit', '-m', 'a && b'])]).seen).toEqual(['commit'])
  expect(fold([ended(['git commit -m x && git push'])]).seen).toEqual(['commit', 'pr_checkpoint'])
  expect(fold([ended(['echo', 'git commit'])]).seen).toEqual([])
})

test('a plan checkpoint is a growing number of completed steps', () => {
  const first = fold([plan(['completed', 'pending'])])
  expect(first.seen).toEqual(['plan_update', 'plan_checkpoint'])
  const next = fold([started('user'), plan(['completed', 'in_progress'])], first)
  expect(next.seen).toEqual(['plan_update'])
  expect(fold([plan(['completed', 'completed'])], next).seen).toEqual(['plan_update', 'plan_checkpoint'])
})

test('a turn starts with nothing seen, and a turn of a sequence sees nothing', () => {
  const before = fold([ran('git commit -m x')])
  expect(fold([started('user')], before).seen).toEqual([])
  expect(fold([started('packet_prompt'), ran('git push'), plan(['completed'])], before)).toEqual({
    seen: [],
    completedSteps: 0,
    usedTools: false,
    turn: 'sequence',
  })
})

test('a turn that ran a call is told from one of words alone', () => {
  const worked = fold([ran('ls', 1)])
  expect(worked).toMatchObject({ seen: [], usedTools: true })
  expect(fold([ran('ls')], worked)).toBe(worked)
  expect(fold([started('user')], worked).usedTools).toBe(false)
})
