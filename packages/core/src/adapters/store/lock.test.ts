import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thisProgram } from './liveness.ts'
import { acquireLock } from './lock.ts'

const freshPath = () => join(mkdtempSync(join(tmpdir(), 'rawr-lock-')), 'locks', 'daemon.lock')

const deadPid = async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

test('the second asker is told who holds it, and gets it once it is released', async () => {
  const path = freshPath()
  const first = await acquireLock(path)
  expect(first.ok).toBe(true)
  expect(await acquireLock(path)).toEqual({ ok: false, error: { holder: thisProgram() } })
  if (first.ok) await first.value.release()
  expect((await acquireLock(path)).ok).toBe(true)
})

test('what a killed program left behind is taken over, and so is a file without sense', async () => {
  for (const left of [JSON.stringify({ pid: await deadPid(), started: '' }), '', '{"pid":']) {
    const path = freshPath()
    await acquireLock(path)
    writeFileSync(path, left)
    expect((await acquireLock(path)).ok).toBe(true)
    expect(readdirSync(join(path, '..'))).toEqual(['daemon.lock'])
  }
})

test('a take-over that was itself killed half-way does not block for ever', async () => {
  const path = freshPath()
  await acquireLock(path)
  const dead = JSON.stringify({ pid: await deadPid(), started: '' })
  writeFileSync(path, dead)
  writeFileSync(`${path}.takeover`, dead)
  expect((await acquireLock(path)).ok).toBe(true)
})

test('of many askers that all see a dead holder exactly one gets the lock', async () => {
  const dead = JSON.stringify({ pid: await deadPid(), started: '' })
  for (let round = 0; round < 20; round++) {
    const path = freshPath()
    await acquireLock(path)
    writeFileSync(path, dead)
    const answers = await Promise.all(Array.from({ length: 12 }, () => acquireLock(path)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  }
})
