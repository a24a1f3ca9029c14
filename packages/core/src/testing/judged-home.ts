/** Judges every thread that a daemon left on the disk of its home, once nothing runs any more. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decide } from '@rawr/policy'
import { FENCE_TAGS } from '@rawr/prompts'
import { decodeRolloutLine, type RolloutLine } from '@rawr/protocol'
import { breachText, checkThread } from '@rawr/protocol/testing'

/** One sentence for each law that a thread below `home` breaks. */
export const breachesIn = (home: string): readonly string[] => {
  const sessions = join(home, 'sessions')
  if (!existsSync(sessions)) return []
  return readdirSync(sessions, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => {
      const lines = linesOf(readFileSync(join(sessions, name), 'utf8'))
      return checkThread({ lines, fenceTags: FENCE_TAGS, decide }).map((breach) => `${name}: ${breachText(breach)}`)
    })
}

/** What a kill tore is closed off and skipped, as on resume. */
const linesOf = (text: string): readonly RolloutLine[] =>
  text.split('\n').flatMap((written) => {
    const line = decodeRolloutLine(written)
    return line.ok ? [line.value] : []
  })
