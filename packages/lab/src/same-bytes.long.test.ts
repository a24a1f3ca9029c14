// The same of recorded sessions, where they lie beside the repository or at RAWR_CORPUS. The proof on invented ones is
// same-bytes.test.ts.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { importFile } from './import-file.ts'
import { offlineCompact } from './offline-compact.ts'

const corpus = resolve(process.env.RAWR_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus'))
const FILE_BYTES_MAX = 3_000_000
const SESSIONS_MIN = 8

const bytesOf = async (path: string): Promise<string> => {
  const session = await importFile(path)
  if (!session.ok) return session.error.code
  return JSON.stringify(offlineCompact({ session: session.value, strategy: 'extractive', budget: 6_000 }))
}

test.skipIf(!inject('available').includes('corpus'))(
  'CRLF and LF copies of recorded sessions, and three runs, give equal bytes [needs corpus]',
  async () => {
    const index = (await readFile(join(corpus, 'INDEX.tsv'), 'utf8')).trim().split('\n').slice(1)
    const files = index.flatMap((row) =>
      /^\S+\.jsonl\t(?:codex|claude-code|pi)\t/.test(row) ? [row.split('\t')[0] ?? ''] : [],
    )
    const folder = await mkdtemp(join(tmpdir(), 'rawr-same-'))
    let compared = 0
    for (const file of files) {
      const path = join(corpus, file)
      if ((await stat(path)).size > FILE_BYTES_MAX) continue
      const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
      const [lf, crlf] = [join(folder, 'lf.jsonl'), join(folder, 'crlf.jsonl')]
      await writeFile(lf, text)
      await writeFile(crlf, text.replaceAll('\n', '\r\n'))
      const first = await bytesOf(lf)
      expect(await bytesOf(crlf), file).toBe(first)
      expect([await bytesOf(lf), await bytesOf(lf)], file).toEqual([first, first])
      compared += 1
    }
    await rm(folder, { recursive: true })
    expect(compared).toBeGreaterThanOrEqual(SESSIONS_MIN)
  },
  120_000,
)
