import { expect, test } from 'vitest'
import { type ApprovalQuestion, approvalNeed } from './approvals.ts'

const question: ApprovalQuestion = {
  policy: 'untrusted',
  sandboxMode: 'workspace-write',
  purpose: { kind: 'exec', command: ['rm', 'quay.ts'], cwd: '/home/ada/harbour' },
  changes: true,
}

const check = (change: Partial<ApprovalQuestion>, subject: readonly string[] | null) => {
  const need = approvalNeed({ ...question, ...change })
  expect(need === null ? null : JSON.parse(need.key)).toEqual(subject)
}

test('never asks nobody, whatever is done', () => {
  check({ policy: 'never' }, null)
  check({ policy: 'never', sandboxMode: 'danger-full-access' }, null)
})

test('untrusted asks for whatever changes something, and for nothing else', () => {
  check({}, ['rm', 'quay.ts'])
  check({ purpose: { kind: 'patch', paths: ['a.ts', 'b.ts'], patch: '' } }, ['apply_patch', 'a.ts', 'b.ts'])
  check({ changes: false }, null)
  check({ purpose: { kind: 'other', summary: 'the plan' } }, null)
})

test('on-request trusts the sandbox, and asks where there is none', () => {
  check({ policy: 'on-request' }, null)
  check({ policy: 'on-request', sandboxMode: 'read-only' }, null)
  check({ policy: 'on-request', sandboxMode: 'danger-full-access' }, ['rm', 'quay.ts'])
})

test('an approval for the session covers the same command and no other', () => {
  const other = { kind: 'exec', command: ['rm', 'quay.ts '], cwd: '/home/ada/harbour' } as const
  expect(approvalNeed(question)?.key).toBe(approvalNeed({ ...question, policy: 'untrusted' })?.key)
  expect(approvalNeed(question)?.key).not.toBe(approvalNeed({ ...question, purpose: other })?.key)
})
