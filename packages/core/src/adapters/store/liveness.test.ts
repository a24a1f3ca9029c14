import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive, thisProgram } from './liveness.ts'

test('a running program is alive, one that ended is not', async () => {
  expect(isAlive(thisProgram())).toBe(true)
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  const pid = child.pid ?? 0
  await once(child, 'exit')
  expect(isAlive({ pid, started: '' })).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'the number of a living program that started at another time is a stranger',
  () => {
    const own = thisProgram()
    expect(own.started).toMatch(/^[0-9a-f-]{36}\/\d+$/)
    expect(isAlive({ ...own, started: own.started.replace(/\d+$/, '1') })).toBe(false)
  },
)
