/** Settings that are allowed and probably not meant. */
import type { Settings, Tier } from '@rawr/protocol'
import type { SettingSources } from './merge-layers.ts'

/** Thresholds of the tiers where nobody wrote one (DESIGN §6). */
const TIER_THRESHOLDS: readonly (readonly [Tier, number])[] = [
  ['early', 85],
  ['ready', 75],
  ['asap', 65],
  ['emergency', 15],
]

export const settingWarnings = (settings: Settings, sources: SettingSources): string[] => [
  ...uselessRecording(settings, sources),
  ...tiersOutOfOrder(settings),
  ...emergencyTooHigh(settings),
]

const uselessRecording = ({ provider }: Settings, sources: SettingSources): string[] => {
  const isUseless = provider.recording !== undefined && provider.wire_api !== 'replay'
  const where = sources['provider.recording'] ?? 'the defaults'
  return isUseless ? [`${where}: provider.recording is ignored unless provider.wire_api is replay`] : []
}

const tiersOutOfOrder = ({ rawr_auto_compaction: { policy } }: Settings): string[] => {
  const thresholds = TIER_THRESHOLDS.map(([tier, value]) => [tier, policy[tier].percent_remaining_lt ?? value] as const)
  return thresholds.flatMap(([tier, value], index) => {
    const [above, limit] = thresholds[index - 1] ?? [tier, value]
    return value > limit
      ? [`tier ${tier} holds below ${value} %, ${above} only below ${limit} %: ${above} never acts`]
      : []
  })
}

/** Emergency asks for no boundary and no judgment: above this it acts in the middle of ordinary work. */
const EMERGENCY_PERCENT_HIGH = 30

const emergencyTooHigh = ({ rawr_auto_compaction: { policy } }: Settings): string[] => {
  const percent = policy.emergency.percent_remaining_lt
  return percent !== undefined && percent > EMERGENCY_PERCENT_HIGH
    ? [`tier emergency begins below ${percent} %: it asks for no boundary, so it will compact in the middle of work`]
    : []
}
