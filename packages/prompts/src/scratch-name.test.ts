import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scratchFile } from './scratch-name.ts'

test('a sub-agent’s own name is used, made safe; else a name of the list, the same for a thread every time', () => {
  const rows = [
    [{ threadId: 'th', agentName: 'Reviewer' }, '.scratch/agent-reviewer.scratch.md'],
    [{ threadId: 'th', agentName: '../../Etc/Passwd ' }, '.scratch/agent-etc-passwd.scratch.md'],
    [{ threadId: 'thread-1' }, '.scratch/agent-hazel.scratch.md'],
    [{ threadId: '' }, '.scratch/agent-rawr.scratch.md'],
    [{ threadId: 'thread-2', agentName: '…' }, '.scratch/agent-reed.scratch.md'],
  ] as const
  for (const [owner, file] of rows) expect(scratchFile(owner)).toBe(file)
})

test('the file never leaves its folder', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (threadId, agentName) =>
      /^\.scratch\/agent-[a-z0-9-]{1,60}\.scratch\.md$/.test(scratchFile({ threadId, agentName })),
    ),
  )
})
