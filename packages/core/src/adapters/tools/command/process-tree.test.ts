import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { systemProcesses } from './process-tree.ts'

test.skipIf(process.platform !== 'linux')('finds children, their children and what left the group', async () => {
  const child = spawn('bash', ['-c', 'sleep 300 & setsid sleep 300 & echo up; wait'], { detached: true })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const leader = child.pid ?? 0
  const members = await systemProcesses.membersOf(leader)
  expect(members.length).toBeGreaterThanOrEqual(3)
  expect(await systemProcesses.countAll()).toBeGreaterThan(3)
  expect(members).not.toContain(process.pid)
  for (const id of members) process.kill(id, 'SIGKILL')
})
