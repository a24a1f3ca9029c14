/**
 * What happens in one run of the world: the settings of the thread, what the model will answer, and the steps of users,
 * network, disk and time, in order. A story is written before it is played, so it can be shortened and kept as JSON.
 */
import { z } from 'zod'

export const ToolUse = z.enum([
  'read',
  'read_much',
  'write',
  'plan',
  'commit',
  'remove',
  'wait',
  'throw',
  'unknown',
  'bad_json',
])
export type ToolUse = z.infer<typeof ToolUse>

export const Answer = z.strictObject({
  says: z.enum([
    'text',
    'calls',
    'text_and_calls',
    'thought_and_calls',
    'done',
    'overflow',
    'refused',
    'cut',
    'rate_limited',
    'server_error',
    'length',
    'filtered',
    'nothing',
    'hangs',
    'throws',
    'unfinished',
    'half_character',
  ]),
  calls: z.array(ToolUse),
  usage: z.enum(['honest', 'none', 'inflated', 'zero']),
})
export type Answer = z.infer<typeof Answer>

const by = { client: z.number().int().nonnegative() }

export const StoryStep = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('say'), ...by, size: z.enum(['short', 'long', 'huge']), steers: z.boolean() }),
  z.strictObject({ do: z.literal('say_again'), ...by }),
  z.strictObject({ do: z.literal('interrupt'), ...by }),
  z.strictObject({ do: z.literal('compact'), ...by, plan: z.enum(['none', 'shown', 'unknown']) }),
  z.strictObject({ do: z.literal('plan'), ...by }),
  z.strictObject({ do: z.literal('undo'), ...by, of: z.enum(['newest', 'unknown']) }),
  z.strictObject({ do: z.literal('redo'), ...by, of: z.enum(['newest', 'unknown']) }),
  z.strictObject({ do: z.literal('hold'), ...by, ms: z.number().int() }),
  z.strictObject({ do: z.literal('release'), ...by, of: z.enum(['newest', 'unknown']), handoff: z.boolean() }),
  z.strictObject({
    do: z.literal('approve'),
    ...by,
    of: z.enum(['newest', 'unknown']),
    decision: z.enum(['approved', 'approved_for_session', 'denied', 'abort']),
  }),
  z.strictObject({ do: z.literal('cancel'), ...by }),
  z.strictObject({ do: z.literal('resume'), ...by }),
  /** So many things that wait to happen do happen; `salt` chooses which. */
  z.strictObject({ do: z.literal('work'), tasks: z.number().int().positive(), salt: z.number().int() }),
  z.strictObject({ do: z.literal('wait'), ms: z.number().int().positive() }),
  /** Only the clock on the wall: timers run on as they did. */
  z.strictObject({ do: z.literal('jump'), ms: z.number().int() }),
  z.strictObject({ do: z.literal('cut'), ...by }),
  z.strictObject({ do: z.literal('stall'), ...by }),
  z.strictObject({ do: z.literal('flow'), ...by }),
  z.strictObject({ do: z.literal('double'), ...by, way: z.enum(['up', 'down']) }),
  z.strictObject({ do: z.literal('leave'), ...by }),
  z.strictObject({ do: z.literal('join'), ...by }),
  z.strictObject({ do: z.literal('kill') }),
  /** The daemon dies inside its nth append from now on, with this share of it on the disk, and a torn line behind. */
  z.strictObject({
    do: z.literal('kill_in_write'),
    nth: z.number().int().positive(),
    share: z.number().min(0).max(1),
    torn: z.boolean(),
  }),
  /** Everything dies, and what was not synced is gone. */
  z.strictObject({ do: z.literal('power_loss') }),
  z.strictObject({ do: z.literal('shutdown') }),
  z.strictObject({ do: z.literal('disk'), is: z.enum(['good', 'full', 'failing']) }),
])
export type StoryStep = z.infer<typeof StoryStep>

export const Story = z.strictObject({
  /** Chooses the order of what nobody chose. */
  salt: z.number().int(),
  clients: z.number().int().positive(),
  window: z.number().int().positive(),
  /** Tokens of the project's instructions. */
  rules: z.enum(['short', 'long', 'too_long']),
  wire: z.enum(['responses', 'chat']),
  approvals: z.enum(['never', 'on-request', 'untrusted']),
  /** The watcher; off: the built-in limit. */
  watcher: z.boolean(),
  /** What the model answers, request by request; then plain words. */
  answers: z.array(Answer),
  steps: z.array(StoryStep),
})
export type Story = z.infer<typeof Story>
