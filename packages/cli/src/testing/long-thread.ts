/**
 * Makes a thread long without living through it, for tests: the one turn that a real session logged is written down again
 * and again behind it, each time with ids, numbers and places of its own.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Line = {
  readonly ordinal: number
  readonly payload: { readonly seq?: number; readonly [key: string]: Json | undefined }
}

/** The daemon of the home must have ended. */
export const repeatTurn = (home: string, times: number): void => {
  const sessions = join(home, 'sessions')
  const [name] = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.jsonl'))
  if (name === undefined) throw new Error(`no thread in ${home}`)
  const file = join(sessions, name)
  const lines: Line[] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const first = lines.findIndex((line) => isAbout(line, 'added'))
  const last = lines.findLastIndex((line) => isAbout(line, 'task_complete'))
  const turn = lines.slice(first, last + 1)
  const seqs = turn.flatMap(({ payload }) => payload.seq ?? [])
  const seqStep = Math.max(...seqs) - Math.min(...seqs) + 1
  let seq = Math.max(...lines.flatMap(({ payload }) => payload.seq ?? []))
  let ordinal = lines.at(-1)?.ordinal ?? 0
  const copies: string[] = []
  for (let copy = 1; copy <= times; copy += 1) {
    const shift = seq - Math.min(...seqs) + 1
    for (const line of turn) {
      ordinal += 1
      const payload = {
        ...renamed(line.payload, copy),
        ...(line.payload.seq === undefined ? {} : { seq: line.payload.seq + shift }),
      }
      copies.push(`${JSON.stringify({ ...line, ordinal, payload })}\n`)
    }
    seq += seqStep
  }
  appendFileSync(file, copies.join(''))
}

const isAbout = (line: Line, word: string): boolean => JSON.stringify(line.payload).includes(`"${word}"`)

/** Ids that must be there once only; the thread keeps its own. */
const UNIQUE = /^(?:i[0-9a-z]{1,9}|(?:tn|sb|ca|call)_.*)$/

const renamed = (value: Line['payload'], copy: number): object =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'string' && UNIQUE.test(each) ? `${each}-${copy}` : each,
  )
