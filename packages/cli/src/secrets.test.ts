/** Forty planted secrets through the program: read, used, compacted and exported, and looked for in every file there is then. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLANTED, tracesOf } from '@rawr/core/testing'
import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { compactNow } from './testing/compact-now.ts'
import { openDesk, recordModel } from './testing/run-rawr.ts'

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const leaksIn = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => {
    const text = readFileSync(path, 'latin1')
    return PLANTED.filter((secret) => tracesOf(secret).some((trace) => text.includes(trace))).map(
      ({ kind }) => `${kind} in ${path}`,
    )
  })

test('SEC-08: none of 40 planted secrets of 10 kinds is in any file after a session that read, used, compacted and exported them', {
  timeout: 120_000,
}, async () => {
  const { rawr, home, folder, clear } = openDesk()
  try {
    const planted = join(folder, 'planted')
    mkdirSync(planted)
    for (const part of [1, 2, 3, 4, 5]) {
      const own = PLANTED.filter((_, index) => Math.floor(index / 8) + 1 === part)
      writeFileSync(join(planted, `${part}.txt`), `${own.map(({ text }) => text).join('\n')}\n`)
    }
    recordModel(home, [
      { say: 'I will read.', run: [1, 2, 3, 4, 5].map((part) => `cat planted/${part}.txt`) },
      { say: 'And all at once.', run: ['cat planted/*.txt; env; seq 20000; cat planted/*.txt', 'grep -rn "" planted'] },
      {
        say: 'I use one.',
        run: ['test "$(sed -n s/^OPENAI_API_KEY=//p planted/1.txt | head -1)" = "[secret:1]" && echo the same value'],
      },
      { say: 'I read the keys.' },
      { say: 'Work goes on.', run: ['seq 3000', 'seq 3000 6000', 'seq 6000 9000'] },
      { say: 'I am done.' },
    ])
    const first = await rawr('exec', 'Read the keys.')
    const thread = ThreadId.parse(/thread (\S+)/.exec(first.err)?.[1])
    expect((await rawr('resume', thread, 'Go on.')).code).toBe(0)
    expect(await compactNow(home, thread)).toBe('context_compacted')
    for (const format of ['md', 'json']) {
      const { code, out } = await rawr('export', thread, '--format', format)
      expect(code).toBe(0)
      expect(out).toContain('the same value')
      expect(out).toMatch(/\[secret:\d+\]/)
      writeFileSync(join(folder, `export.${format}`), out)
    }
    await rawr('daemon', 'stop')
    expect(PLANTED).toHaveLength(40)
    expect(new Set(PLANTED.map(({ kind }) => kind)).size).toBe(10)
    const written = [...filesBelow(home), ...filesBelow(folder)].filter((path) => !path.startsWith(planted))
    expect(leaksIn(written)).toEqual([])
    expect(written.filter((path) => path.startsWith(home) && (statSync(path).mode & 0o077) !== 0)).toEqual([
      // These two the test itself wrote.
      join(home, 'config.yaml'),
      join(home, 'recording.jsonl'),
    ])
    // The check finds what is there.
    expect(leaksIn(filesBelow(planted))).toHaveLength(40)
  } finally {
    await clear()
  }
})
