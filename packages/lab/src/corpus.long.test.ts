// Real sessions, where they lie beside the repository or at RAWR_CORPUS: every one of a format with an importer is read
// and compacted, every other is refused. Nothing is proved by these alone: the tests of each importer hold invented sessions.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadExactCount } from '@rawr/compaction'
import { isToolCall, isToolOutput } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { importFile } from './import-file.ts'
import { offlineCompact } from './offline-compact.ts'

const corpus = resolve(process.env.RAWR_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus'))

type Row = { readonly file: string; readonly format: string }

const rowsOf = (index: string, folder: string): readonly Row[] => {
  const path = join(corpus, index)
  if (!existsSync(path)) return []
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [file = '', format = ''] = line.split('\t')
    return { file: join(folder, file), format }
  })
}

const rows = [...rowsOf('INDEX.tsv', ''), ...rowsOf('recall/INDEX.tsv', 'recall')]
const IMPORTED = ['codex', 'claude-code', 'pi', 'opencode']
/** Files that hold no session, though they are listed with one. */
const NO_SESSION = /\.meta\.json$|agent-sessions-session_|agent-sessions-storage_/
const BUDGET = 6_000

if (rows.length === 0)
  test('no recorded sessions to read', () => console.log(`no INDEX.tsv in ${corpus}: no recorded session was read`))

const read = rows.filter(({ file, format }) => IMPORTED.includes(format) && !NO_SESSION.test(file))
const refused = rows.filter((row) => !read.includes(row))

if (read.length > 0)
  test.each(read)('$file is read and compacted', async ({ file, format }) => {
    const session = await importFile(join(corpus, file))
    if (!session.ok) throw new Error(session.error.message)
    expect(session.value.format).toBe(format)
    const count = await loadExactCount()
    const compact = () => offlineCompact({ session: session.value, strategy: 'extractive', budget: BUDGET, count })
    const compacted = compact()
    if (!compacted.ok) throw new Error(compacted.error.message)
    const { report, items, text } = compacted.value
    expect(count(text)).toBeLessThanOrEqual(BUDGET)
    expect(compact()).toEqual(compacted)
    if (report.strategy !== 'none') expect(report.kept + report.cleared + report.archived).toBe(report.items)
    const open = new Set<string>()
    for (const item of items) {
      if (isToolCall(item)) open.add(item.call_id)
      if (isToolOutput(item)) expect(open.delete(item.call_id)).toBe(true)
    }
    expect([...open]).toEqual([])
  })

if (refused.length > 0)
  test.each(refused)('$file is refused', async ({ file }) => {
    expect(await importFile(join(corpus, file))).toMatchObject({ ok: false, error: { code: 'format_not_supported' } })
  })
