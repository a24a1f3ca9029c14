import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedInstructions,
  environmentContext,
  instructionsContext,
  instructionsPath,
  pathInContext,
  removedInstructions,
  revertedInstructions,
} from './context-texts.ts'

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

test('every text about an instruction file names the file, whatever it is called; other texts name none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (path, text) => {
      const written = [
        instructionsContext({ path, text }),
        changedInstructions({ path, text }),
        revertedInstructions({ path, item: 'i1' }),
        removedInstructions(path),
      ]
      expect(written.map(instructionsPath)).toEqual(written.map(() => pathInContext(path)))
      expect(new Set(written).size).toBe(4)
    }),
  )
  expect(instructionsPath('<environment>\nWorking folder: /p\n</environment>')).toBe(null)
})
