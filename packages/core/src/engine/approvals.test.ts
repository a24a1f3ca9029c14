import { expect, test } from 'vitest'
import { type ApprovalQuestion, approvalNeed } from './approvals.ts'

const question: ApprovalQuestion = {
  policy: 'untrusted',
  sandboxMode: 'workspace-write',
  purpose: { kind: 'exec', command: ['rm', 'quay.ts'], cwd: '/home/ada/harbour' },
  changes: true,
}

const IN_PLACE = ['confined', '/home/ada/harbour', 'rm', 'quay.ts']

const check = (change: Partial<ApprovalQuestion>, subject: readonly (readonly string[])[] | null) => {
  const need = approvalNeed({ ...question, ...change })
  expect(need === null ? null : need.keys.map((key) => JSON.parse(key))).toEqual(subject)
}

test('never asks nobody, whatever is done', () => {
  check({ policy: 'never' }, null)
  check({ policy: 'never', sandboxMode: 'danger-full-access' }, null)
})

test('untrusted asks for whatever changes something, and for nothing else', () => {
  check({}, [IN_PLACE])
  check({ purpose: { kind: 'patch', paths: ['a.ts', 'b.ts'], patch: '' } }, [['apply_patch', 'a.ts', 'b.ts']])
  check({ changes: false }, null)
  check({ purpose: { kind: 'other', summary: 'the plan' } }, null)
})

test('on-request trusts the sandbox, and asks where there is none', () => {
  check({ policy: 'on-request' }, null)
  check({ policy: 'on-request', sandboxMode: 'read-only' }, null)
  check({ policy: 'on-request', sandboxMode: 'danger-full-access' }, [IN_PLACE])
})

test('an approval for the session covers the same words in the same folder, and no others', () => {
  const exec = {
    kind: 'exec' as const,
    command: ['bash', '-c', 'npm test && npm  run "build"'],
    cwd: '/home/ada' as string,
  }
  const both = {
    ...exec,
    words: [
      ['npm', 'test'],
      ['npm', 'run', 'build'],
    ],
  }
  const keys = (change: Partial<typeof both> & { unconfined?: string }) =>
    approvalNeed({ ...question, purpose: { ...both, ...change } })?.keys ?? []
  const allowed = new Set(keys({}))
  const isCovered = (change: Parameters<typeof keys>[0]) => keys(change).every((key) => allowed.has(key))
  expect(isCovered({ words: [['npm', 'run', 'build']] })).toBe(true)
  expect(isCovered({ words: [['npm', 'run', 'build', '--force']] })).toBe(false)
  expect(isCovered({ words: [['npm', 'run']] })).toBe(false)
  expect(isCovered({ cwd: '/home/ada/other' })).toBe(false)
  expect(isCovered({ unconfined: 'it needs the network' })).toBe(false)
})

test('on-request asks for what is to leave the sandbox, with the reason; where there is none it asks as ever', () => {
  const purpose = { kind: 'exec', command: ['npm', 'ci'], cwd: '/home/ada', unconfined: 'needs the registry' } as const
  const need = approvalNeed({ ...question, policy: 'on-request', purpose })
  expect(need).toMatchObject({ reason: 'It is to run outside the sandbox: needs the registry' })
  expect(approvalNeed({ ...question, policy: 'on-request', sandboxMode: 'danger-full-access', purpose })).toMatchObject(
    {
      reason: expect.stringContaining('There is no sandbox'),
    },
  )
  expect(approvalNeed({ ...question, policy: 'never', purpose })).toBe(null)
})

test('what only looks is asked where it is to leave the sandbox, and an allowed look covers no other', () => {
  const look = (words: readonly string[], unconfined = 'why') => {
    const purpose = {
      kind: 'exec',
      command: ['bash', '-c', words.join(' ')],
      cwd: '/h',
      words: [],
      looks: [words],
      unconfined,
    }
    return approvalNeed({ ...question, policy: 'on-request', purpose: { ...purpose, kind: 'exec' } })?.keys
  }
  expect(look(['cat', 'a'])).toHaveLength(1)
  expect(look(['cat', 'a'], 'another reason')).toEqual(look(['cat', 'a']))
  expect(look(['cat', 'b'])).not.toEqual(look(['cat', 'a']))
})

test('git is asked before it looks where no sandbox holds what a repository may have it run, other looks are not', () => {
  const look = (program: string): ApprovalQuestion['purpose'] => ({
    kind: 'exec',
    command: ['bash', '-c', `${program} status`],
    cwd: '/h',
    words: [],
    looks: [[program, 'status']],
  })
  const open = { policy: 'on-request', sandboxMode: 'danger-full-access', changes: false } as const
  check({ ...open, purpose: look('git') }, [['confined', '/h', 'git', 'status']])
  check({ ...open, purpose: look('ls') }, null)
  check({ ...open, sandboxMode: 'read-only', purpose: look('git') }, null)
  check({ ...open, policy: 'never', purpose: look('git') }, null)
  // Behind a `cd` the line is known by its whole text.
  const { words: _, ...whole } = look('git') as Extract<ApprovalQuestion['purpose'], { kind: 'exec' }>
  check({ ...open, purpose: whole }, [['confined', '/h', 'bash', '-c', 'git status']])
})

test('no need is without a key: it would count as allowed before anybody was asked', () => {
  const purpose = { kind: 'exec', command: ['bash', '-c', 'ls'], cwd: '/h', words: [] } as const
  check({ purpose }, [['confined', '/h', 'bash', '-c', 'ls']])
})
