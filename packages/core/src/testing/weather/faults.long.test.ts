/**
 * Every fault, over both APIs, at every place of a turn, through a session and a strict server over HTTP. The outcomes are
 * the table of docs/providers.md: `UPDATE=1` writes it anew, and a page that differs from what happened fails.
 */
import { expect, test } from 'vitest'
import { FAULT_CASES } from './fault-cases.ts'
import { checkPage } from './fault-page.ts'
import { PLACES, type Played, playFault } from './play-fault.ts'

const WIRES = ['responses', 'chat'] as const

test('each fault ends as the page of the providers says, and breaks no law', { timeout: 240_000 }, async () => {
  const rows = []
  for (const fault of FAULT_CASES) {
    const cells = await Promise.all(
      WIRES.map((wire) => Promise.all(PLACES.map((place) => playFault(fault, wire, place)))),
    )
    rows.push({ name: fault.name, cells: cells.map((places) => places.map(textOf)) })
  }
  checkPage(rows)
  expect(rows).toHaveLength(FAULT_CASES.length)
})

const textOf = (played: Played | null): string => (played === null ? '–' : played.outcome)
