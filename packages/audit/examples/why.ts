/** Writes a decision, reads it back and explains it. Run: node --conditions=@rawr/source examples/why.ts */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileSink, readDecisions, replays, why } from '@rawr/audit'
import { contextUsage, decide, effectivePolicy } from '@rawr/policy'
import { DEFAULT_SETTINGS, type DecisionInputs, RequestId, ThreadId } from '@rawr/protocol'

const inputs: DecisionInputs = {
  feature_on: true,
  mode: 'auto',
  at: 'turn_end',
  usage: contextUsage({ windowTokens: 60_000, usedTokens: 31_000, floorTokens: 3_000, source: 'reported' }),
  policy: effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction }),
  boundaries: ['commit'],
  semantic_break: false,
  tokens_since_rearm: null,
  breaker_open: false,
  busy: false,
  review_mode: false,
  model_available: true,
}

const home = mkdtempSync(join(tmpdir(), 'rawr-audit-example-'))
const threadId = ThreadId.parse('thread-1')
const sink = openFileSink({ home, now: () => 1_000 })
sink.decision(threadId, {
  id: RequestId.parse('r1'),
  at: 1_000,
  actor: 'watcher',
  inputs,
  decision: decide(inputs),
  count: 1,
  outcome: 'compacted',
})
await sink.flush()

const read = await readDecisions({ home, threadId })
if (read.ok)
  for (const record of read.value.values) console.log([...why(record), `replays: ${replays(record)}`].join('\n'))
rmSync(home, { recursive: true })
