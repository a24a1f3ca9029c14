import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SETTINGS, type Settings } from '@rawr/protocol'
import { expect, inject, test } from 'vitest'
import { toolBench } from '../adapters/tools/testing/tool-bench.ts'
import { observeRepo } from './observe-repo.ts'

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'a@b.invalid',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'a@b.invalid',
}

const settingsWith = (graphite_enabled: boolean): Settings => ({
  ...DEFAULT_SETTINGS,
  sandbox: { mode: 'danger-full-access', network: false },
  rawr_auto_compaction: {
    ...DEFAULT_SETTINGS.rawr_auto_compaction,
    repo_observation: { graphite_enabled, graphite_max_chars: 12 },
  },
})

const needsBwrap = test.skipIf(!inject('available').includes('bwrap'))

needsBwrap(
  'branch, commit and uncommitted changes are seen; a folder without a repository is none [needs bwrap]',
  async () => {
    const bench = await toolBench({ mode: 'workspace-write' })
    const env = { PATH: process.env.PATH ?? '', HOME: bench.outside, ...AUTHOR }
    const look = (graphite = false) =>
      observeRepo({ tools: bench.runner, settings: settingsWith(graphite), cwd: bench.cwd, env })
    const run = (command: string) =>
      bench.call('shell', { command }, { env, sandbox: { mode: 'danger-full-access', network: false } })
    expect(await look()).toBeNull()
    await run('git init -q -b harbour')
    expect(await look()).toEqual({ branch: 'harbour', commit: null, dirty: false })
    await bench.put('quay.txt', 'blue\n')
    await run('git add quay.txt && git commit -qm moor')
    expect(await look()).toEqual({ branch: 'harbour', commit: expect.stringMatching(/^[0-9a-f]{40}$/), dirty: false })
    await bench.put('quay.txt', 'red\n')
    await run('git checkout -q --detach')
    expect(await look()).toMatchObject({ branch: null, dirty: true })
    // Graphite is asked where it is there, and cut to what was set.
    await bench.put('bin/gt', '#!/bin/sh\necho "harbour <- main and more"\n')
    await run('chmod +x bin/gt')
    const withGt = { ...env, PATH: `${bench.cwd}/bin:${env.PATH}` }
    const seen = await observeRepo({ tools: bench.runner, settings: settingsWith(true), cwd: bench.cwd, env: withGt })
    expect(seen?.graphite).toBe('harbour <- m')
    expect(await look()).not.toHaveProperty('graphite')
    await bench.remove()
  },
)

needsBwrap('a repository that does not answer in time is given up [needs bwrap]', async () => {
  const bench = await toolBench({ mode: 'workspace-write' })
  await bench.put('bin/git', `#!/bin/sh\necho '# branch.oid x'\nsleep 20\n`)
  const env = { PATH: `${bench.cwd}/bin:${process.env.PATH ?? ''}`, HOME: bench.outside }
  await bench.call('shell', { command: 'chmod +x bin/git' }, { env })
  expect(await observeRepo({ tools: bench.runner, settings: settingsWith(false), cwd: bench.cwd, env })).toBeNull()
  await bench.remove()
})

needsBwrap('what a foreign repository names runs outside the sandbox in no mode [needs bwrap]', async () => {
  const bench = await toolBench({ mode: 'workspace-write', under: '/var/tmp' })
  const env = { PATH: process.env.PATH ?? '', HOME: bench.outside, ...AUTHOR }
  const ran = join(bench.outside, 'ran')
  const plant = `git init -q && echo a > a && git add a && git commit -qm a && git config filter.x.clean "touch ${ran}; cat" && echo '* filter=x' > .git/info/attributes && sleep 0.01 && touch a`
  const sandbox = { mode: 'danger-full-access', network: false } as const
  expect(await bench.call('shell', { command: plant }, { env, sandbox })).toMatchObject({ success: true })
  const seen = await observeRepo({ tools: bench.runner, settings: settingsWith(false), cwd: bench.cwd, env })
  expect(seen).toMatchObject({ commit: expect.any(String) })
  expect(existsSync(ran)).toBe(false)
  // Not that there was nothing to run: the same look without the sandbox would have.
  await bench.call('shell', { command: 'git status' }, { env, sandbox })
  expect(existsSync(ran)).toBe(true)
  await bench.remove()
})

test('where nothing can confine the question, nothing is asked', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const env = { PATH: process.env.PATH ?? '', HOME: bench.outside }
  await bench.call('shell', { command: 'git init -q' }, { env })
  expect(await observeRepo({ tools: bench.runner, settings: settingsWith(false), cwd: bench.cwd, env })).toBeNull()
  await bench.remove()
})
