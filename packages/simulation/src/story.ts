/**
 * What happens in one run of the world: the settings of the thread, what the model will answer, and the steps of users,
 * network, disk and time, in order. A story is written before it is played, so it can be shortened and kept as JSON.
 */
import { Strategy } from '@rawr/protocol'
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
  'patch',
  'recall',
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
    'summary',
    'huge_summary',
  ]),
  calls: z.array(ToolUse),
  usage: z.enum(['honest', 'none', 'inflated', 'zero']),
})
export type Answer = z.infer<typeof Answer>

export const Size = z.enum(['short', 'long', 'big', 'huge'])
export type Size = z.infer<typeof Size>

const by = { client: z.number().int().nonnegative() }

/** What else a compaction is asked for with. */
export const CompactWith = z.enum([
  'nothing',
  'focus',
  'keep_roles',
  'keep_files',
  'no_tail',
  'short_tail',
  'much_headroom',
  'small_budget',
  'packet',
  'draft',
  'prompt',
  'other_model',
])
export type CompactWith = z.infer<typeof CompactWith>

const options = { strategy: Strategy.optional(), with: CompactWith.default('nothing') }

const newest = z.enum(['newest', 'unknown'])

export const PinnedThing = z.enum([
  'fact',
  'same_fact',
  'said',
  'item',
  'range',
  'file',
  'unknown_item',
  'unknown_file',
])
export type PinnedThing = z.infer<typeof PinnedThing>

/** What changes nothing. */
export const Asked = z.enum([
  'context_breakdown',
  'explain',
  'model_list',
  'compaction_show',
  'history_list',
  'history_show',
  'thread_list',
  'recall',
  'recall_words',
])
export type Asked = z.infer<typeof Asked>

export const StoryStep = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('say'), ...by, size: Size, steers: z.boolean() }),
  z.strictObject({ do: z.literal('say_again'), ...by }),
  z.strictObject({ do: z.literal('interrupt'), ...by }),
  z.strictObject({ do: z.literal('compact'), ...by, plan: z.enum(['none', 'shown', 'unknown']), ...options }),
  z.strictObject({ do: z.literal('plan'), ...by, ...options }),
  z.strictObject({ do: z.literal('undo'), ...by, of: newest }),
  z.strictObject({ do: z.literal('redo'), ...by, of: newest }),
  z.strictObject({ do: z.literal('hold'), ...by, ms: z.number().int() }),
  z.strictObject({ do: z.literal('release'), ...by, of: newest, handoff: z.boolean() }),
  z.strictObject({
    do: z.literal('approve'),
    ...by,
    of: newest,
    decision: z.enum(['approved', 'approved_for_session', 'denied', 'abort']),
  }),
  z.strictObject({ do: z.literal('cancel'), ...by }),
  z.strictObject({ do: z.literal('pin'), ...by, target: PinnedThing }),
  z.strictObject({ do: z.literal('unpin'), ...by, of: newest }),
  z.strictObject({ do: z.literal('rollback'), ...by, turns: z.number().int().positive() }),
  /** Takes the view before a compaction back, by its archive. */
  z.strictObject({ do: z.literal('restore'), ...by, of: z.enum(['newest', 'oldest', 'unknown']) }),
  z.strictObject({ do: z.literal('fork'), ...by, at: z.enum(['end', 'item', 'turn', 'unknown']) }),
  z.strictObject({ do: z.literal('queue_edit'), ...by, of: newest, edit: z.enum(['replace', 'remove', 'move']) }),
  z.strictObject({ do: z.literal('override'), ...by, what: z.enum(['model', 'effort', 'approvals']) }),
  z.strictObject({ do: z.literal('review'), ...by }),
  z.strictObject({ do: z.literal('shell'), ...by, command: z.enum(['list', 'much', 'hang', 'throw']) }),
  z.strictObject({ do: z.literal('name'), ...by, change: z.enum(['rename', 'archive', 'unarchive']) }),
  z.strictObject({ do: z.literal('ask'), ...by, about: Asked }),
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
  /** How the settings say to compact. */
  mode: Strategy.default('auto'),
  /** The provider has a compaction of its own, and it may be used. */
  remote: z.boolean().default(false),
  /** What the model answers, request by request; then plain words. */
  answers: z.array(Answer),
  steps: z.array(StoryStep),
})
export type Story = z.infer<typeof Story>
