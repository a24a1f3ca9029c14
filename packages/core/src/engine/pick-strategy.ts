/** Which strategy runs where one is asked for, and why another one does. The features choose; what is asked for stays in the report. */
import type { CompactOptions, Settings, Strategy } from '@rawr/protocol'

export type PickedStrategy = {
  readonly requested: Strategy
  readonly strategy: Strategy
  /** Why it is not the one that was asked for; `null` where it is. */
  readonly why: string | null
}

/** What needs no words of anybody does not change with the features. */
const WORDLESS: readonly Strategy[] = ['micro', 'extractive']

export const pickStrategy = ({ features, compact }: Settings, options: CompactOptions): PickedStrategy => {
  const requested = options.strategy ?? compact.mode
  const legacy = features.remote_compaction ? 'remote' : 'inline'
  if (!features.compact_v2 && !WORDLESS.includes(requested))
    return { requested, strategy: legacy, why: requested === legacy ? null : 'features.compact_v2 is off' }
  if (requested === 'remote' && !features.remote_compaction)
    return { requested, strategy: 'extractive', why: 'features.remote_compaction is off' }
  return { requested, strategy: requested, why: null }
}
