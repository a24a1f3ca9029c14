import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { countsByNamespace, ulimitedArgv, watchBreeding } from './process-limit.ts'

test('looks for whose processes they are only where all of them grew beyond the limit', async () => {
  const counts = [300, 320, 331, 340]
  const asked: number[] = []
  const found = await new Promise((resolve) => {
    watchBreeding({
      leader: 7,
      processesMax: 30,
      tree: {
        countAll: async () => counts.shift() ?? 340,
        membersOf: async (leader) => {
          asked.push(leader)
          // The first time the growth was somebody else's.
          return Array.from({ length: asked.length === 1 ? 3 : 40 }, (_, index) => index)
        },
      },
      onTooMany: resolve,
    })
  })
  expect(found).toHaveLength(40)
  expect(asked).toEqual([7, 7])
})

test.each([['bash'], ['sh']])('the limit holds for what it starts, under %s', (shell) => {
  const [, ...words] = ulimitedArgv(['bash', '-c', 'ulimit -u; echo "$1"', 'name', 'a b'], 1000)
  expect(spawnSync(shell, words, { encoding: 'utf8' }).stdout).toBe('1000\na b\n')
})

test('kernels before 5.14 count the processes of a whole user', () => {
  expect(['6.1.0-13-amd64', '5.14.2', '5.13.19', '4.19.0'].map(countsByNamespace)).toEqual([true, true, false, false])
})
