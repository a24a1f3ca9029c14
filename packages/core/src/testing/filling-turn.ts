/** A turn that fills nearly half of the window with what it reads, and then commits: where mid-turn compaction begins. */

import type { Compacted } from '@rawr/protocol'
import { DEFAULT_SETTINGS, type DecisionRecord, type HistoryItem, type Settings, textOfParts } from '@rawr/protocol'
import { type MemoryTools, memoryTools } from './memory-ports.ts'
import { type ScriptedStep, usage } from './scripted-model.ts'
import { BENCH_SETTINGS, type OpenedSession, type SessionBench, sessionBench } from './session-bench.ts'

const LONG = 'The harbour log says nothing new. '.repeat(3_000)

export const tools = (): MemoryTools =>
  memoryTools({
    read: { run: () => ({ output: LONG, success: true }) },
    shell: {
      purpose: () => ({ kind: 'exec', command: ['git', 'commit', '-m', 'Step'], cwd: '/home/ada/harbour' }),
      alone: true,
      run: () => ({ output: 'committed', success: true, exitCode: 0 }),
    },
  })

const reads: ScriptedStep = { calls: [{ name: 'read', arguments: {} }] }
export const reading = (input: number): ScriptedStep => ({ ...reads, usage: usage(input, 20) })
export const commits: ScriptedStep = { calls: [{ name: 'shell', arguments: {} }] }
export const PACKET = '## Goal\nThe log.\n\n## Where the text stopped\n[[continuation]]'

export const settingsWith = (change: Partial<Settings['rawr_auto_compaction']> = {}): Settings => ({
  ...BENCH_SETTINGS,
  // Outputs stay whole, so that the window fills.
  tools: { ...BENCH_SETTINGS.tools, output_max_tokens: 40_000 },
  rawr_auto_compaction: { ...DEFAULT_SETTINGS.rawr_auto_compaction, scratch_write_enabled: false, ...change },
})

export const open = (script: readonly ScriptedStep[], bench: Partial<SessionBench> = {}): OpenedSession =>
  sessionBench({ script, tools: tools(), settings: settingsWith(), ...bench })

export const kinds = (items: readonly HistoryItem[]): string[] => items.map(({ meta }) => meta.origin)
export const textOf = (item: HistoryItem | undefined): string =>
  item?.type === 'message' ? textOfParts(item.content) : JSON.stringify(item)
/** What is handed over in a request; empty where nothing is. */
export const handoffIn = (items: readonly HistoryItem[] | undefined): string =>
  (items ?? []).flatMap((item) => (item.meta.origin === 'handoff' ? [textOf(item)] : [])).join('\n')
export const compactions = ({ log }: OpenedSession): readonly Compacted[] =>
  log.lines.flatMap((line) => (line.type === 'compacted' ? [line.payload] : []))
export const decided = ({ events }: OpenedSession): readonly DecisionRecord[] =>
  events.flatMap(({ msg }) => (msg.type === 'decision_recorded' ? [msg.record] : []))

/** Two reads fill nearly half of the window; then a commit ends the step. */
export const FILLING: readonly ScriptedStep[] = [reads, reads, commits]
