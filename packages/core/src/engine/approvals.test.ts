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
