/** The settings at the head of a prompt file, between two lines of `---`. Misspelt and outdated keys are refused by name. */
import { Boundary, err, ok, type Result, type Tier } from '@rawr/protocol'
import { parse } from 'yaml'

export type Frontmatter = {
  readonly percentRemainingLt: Partial<Readonly<Record<Tier, number>>>
  /** Narrows each tier's default list. */
  readonly requiresAnyBoundary?: readonly Boundary[]
  /** Characters of the last message that a packet quotes. */
  readonly maxTailChars?: number
}

export type Prompt = { readonly frontmatter: Frontmatter; readonly body: string }

/** An error is one sentence without the file's name. */
export const parsePrompt = (text: string): Result<Prompt, string> => {
  const whole = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const head = /^---\n(?:([\s\S]*?)\n)??---(?:\n|$)/.exec(whole)
  if (head === null) return ok({ frontmatter: { percentRemainingLt: {} }, body: whole })
  const frontmatter = parseFrontmatter(head[1] ?? '')
  return frontmatter.ok ? ok({ frontmatter: frontmatter.value, body: whole.slice(head[0].length) }) : frontmatter
}

const parseFrontmatter = (yaml: string): Result<Frontmatter, string> => {
  try {
    const value: unknown = parse(yaml) ?? {}
    return readFrontmatter(value)
  } catch (error) {
    return err(
      `the frontmatter is no YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
    )
  }
}

const TIER_KEYS: Readonly<Record<string, Tier>> = {
  early_percent_remaining_lt: 'early',
  ready_percent_remaining_lt: 'ready',
  asap_percent_remaining_lt: 'asap',
  emergency_percent_remaining_lt: 'emergency',
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readFrontmatter = (value: unknown): Result<Frontmatter, string> => {
  if (!isFields(value)) return err('the frontmatter is no list of keys')
  const { version: _version, trigger = {}, packet = {}, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return err(unknownKey(unknown, ['version', 'trigger', 'packet']))
  if (!isFields(trigger)) return err('`trigger` is no list of keys')
  if (!isFields(packet)) return err('`packet` is no list of keys')
  const triggers = readTrigger(trigger)
  if (!triggers.ok) return triggers
  const { max_tail_chars: maxTailChars, ...rest } = packet
  const [unknownInPacket] = Object.keys(rest)
  if (unknownInPacket !== undefined) return err(unknownKey(`packet.${unknownInPacket}`, ['packet.max_tail_chars']))
  if (maxTailChars === undefined) return triggers
  if (typeof maxTailChars !== 'number' || !Number.isInteger(maxTailChars) || maxTailChars < 0)
    return err('`packet.max_tail_chars` must be a whole number of at least 0')
  return ok({ ...triggers.value, maxTailChars })
}

const readTrigger = (trigger: Fields): Result<Frontmatter, string> => {
  const percentRemainingLt: Partial<Record<Tier, number>> = {}
  let requiresAnyBoundary: readonly Boundary[] | undefined
  for (const [key, value] of Object.entries(trigger)) {
    if (key === 'percent_remaining_lt')
      return err('`trigger.percent_remaining_lt` is not read any more; write `trigger.ready_percent_remaining_lt`')
    if (key === 'auto_requires_any_boundary') {
      const list = Boundary.array().safeParse(value)
      if (!list.success) return err(`\`trigger.${key}\` must be a list of: ${Boundary.options.join(', ')}`)
      requiresAnyBoundary = list.data
      continue
    }
    const tier = Object.hasOwn(TIER_KEYS, key) ? TIER_KEYS[key] : undefined
    if (tier === undefined)
      return err(unknownKey(`trigger.${key}`, [...Object.keys(TIER_KEYS), 'auto_requires_any_boundary']))
    if (typeof value !== 'number' || !(value >= 0 && value <= 100))
      return err(`\`trigger.${key}\` must be a number from 0 to 100`)
    percentRemainingLt[tier] = value
  }
  return ok({ percentRemainingLt, ...(requiresAnyBoundary === undefined ? {} : { requiresAnyBoundary }) })
}

const unknownKey = (key: string, known: readonly string[]): string =>
  `unknown key \`${key}\`; one of: ${known.join(', ')}`
