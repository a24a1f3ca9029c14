/** Which of the tools the model is offered: the same for a whole session, so that the request prefix only grows. */
import { ESSENTIAL_TOOLS, isSmallWindow } from '../engine/small-window.ts'
import type { ToolSpec } from '../ports/model-client.ts'
import { REQUEST_COMPACTION } from '../ports/tool-runner.ts'
import { windowOf } from './gauge.ts'
import type { SessionDeps } from './session-deps.ts'

export const offeredTools = ({ tools, settings }: Pick<SessionDeps, 'tools' | 'settings'>): readonly ToolSpec[] => {
  const { features, compact } = settings
  const specs = tools.specs()
  if (isSmallWindow(windowOf(settings))) return essential(specs)
  // A wish that nobody may grant is not offered.
  const mayCompact = features.rawr_auto_compaction && compact.enabled && compact.auto_compact_enabled
  return specs.filter(({ name }) => mayCompact || name !== REQUEST_COMPACTION)
}

/** An argument that bears the name of a tool leads to it: `background` of the shell starts what only that tool stops. */
const essential = (specs: readonly ToolSpec[]): readonly ToolSpec[] => {
  const left = new Set(specs.map(({ name }) => name).filter((name) => !ESSENTIAL_TOOLS.includes(name)))
  return specs
    .filter(({ name }) => !left.has(name))
    .map((spec) => {
      const { properties } = spec.parameters
      if (typeof properties !== 'object' || properties === null) return spec
      const kept = Object.entries(properties).filter(([name]) => !left.has(name))
      return { ...spec, parameters: { ...spec.parameters, properties: Object.fromEntries(kept) } }
    })
}
