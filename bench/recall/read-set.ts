// The recorded sessions of a folder, read by the product's importers. Files that are no sessions are named, not hidden.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importFile } from '@rawr/lab'
import type { RecordedSession } from '@rawr/lab/recall'

const NAME_CHARS = 8

export const readSet = async (
  folder: string,
): Promise<{ readonly sessions: readonly RecordedSession[]; readonly refused: readonly string[] }> => {
  const sessions: RecordedSession[] = []
  const refused: string[] = []
  for (const file of readdirSync(folder).sort()) {
    if (!/\.jsonl?$/.test(file)) continue
    const session = await importFile(join(folder, file))
    if (session.ok) sessions.push({ name: nameOf(file), lines: session.value.lines })
    else refused.push(session.error.message)
  }
  return { sessions, refused }
}

/** Short enough for a table, and still its own: the end of a name that begins like its neighbours. */
const nameOf = (file: string): string => {
  const bare = file.replace(/\.jsonl?$/, '')
  return /^[0-9a-f]{8}-/.test(bare) ? bare.slice(0, NAME_CHARS) : bare.slice(-NAME_CHARS)
}
