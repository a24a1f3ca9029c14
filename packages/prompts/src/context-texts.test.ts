import fc from 'fast-check'
import { expect, test } from 'vitest'
import { environmentContext, instructionsContext } from './context-texts.ts'

test('the environment is one fence', () => {
  const environment = {
    cwd: '/p',
    shell: 'bash',
    date: '2026-03-14',
    sandboxMode: 'workspace-write',
    approvalPolicy: 'never',
  }
  expect(environmentContext(environment)).toBe(
    '<environment>\nWorking folder: /p\nShell: bash\nDate: 2026-03-14\nSandbox: workspace-write\nApprovals: never\n</environment>',
  )
})

test('instructions are byte-identical inside their fence', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const fenced = instructionsContext({ path: 'AGENTS.md', text })
      return fenced === `<project_instructions path="AGENTS.md">\n${text}\n</project_instructions>`
    }),
  )
})
