/** The table of docs/providers.md between its two marks, and the comparison of the page with what a test run found. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { PLACES } from './play-fault.ts'

const PAGE = fileURLToPath(new URL('../../../../../docs/providers.md', import.meta.url))
const BEGIN = '<!-- faults: written by `UPDATE=1 vitest run faults.long.test.ts` -->'
const END = '<!-- /faults -->'

export type FaultLine = {
  readonly name: string
  /** One list a wire format (Responses, Chat Completions), one cell a place. */
  readonly cells: readonly (readonly string[])[]
}

const faultTable = (lines: readonly FaultLine[]): string => {
  const head = ['what the provider does', ...PLACES]
  const rows = lines.flatMap(({ name, cells: [responses = [], chat = []] }) =>
    responses.join() === chat.join()
      ? [[name, ...responses]]
      : [
          [`${name} (Responses)`, ...responses],
          [`${name} (Chat)`, ...chat],
        ],
  )
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** `UPDATE=1` writes the page; a run that checks fails where it differs. */
export const checkPage = (lines: readonly FaultLine[]): void => {
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(BEGIN)
  const [, after = ''] = rest.split(END)
  const wanted = `${before}${BEGIN}\n\n${faultTable(lines)}\n\n${END}${after}`
  if (process.env.UPDATE === '1' && process.env.CI === undefined) writeFileSync(PAGE, wanted)
  else expect(page).toBe(wanted)
}
