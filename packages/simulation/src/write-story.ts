/** From a seed to a story: most seeds mix a few kinds of trouble, so that each kind is also met alone. */
import { type ApprovalDecision, Strategy } from '@rawr/protocol'
import { type Chance, openChance } from './chance.ts'
import { type Answer, Asked, CompactWith, PinnedThing, type Story, type StoryStep, type ToolUse } from './story.ts'

type Kind =
  | 'talk'
  | 'compaction'
  | 'history'
  | 'thread'
  | 'questions'
  | 'network'
  | 'clients'
  | 'kills'
  | 'disk'
  | 'time'

export const writeStory = (seed: number): Story => {
  const chance = openChance(seed)
  const kinds = kindsOf(chance)
  const clients = 1 + chance.below(3)
  return {
    salt: chance.below(2 ** 31),
    clients,
    window: chance.pick([4_000, 6_000, 8_000, 12_000, 16_000, 32_000]),
    rules: chance.weigh([
      [8, 'short'],
      [2, 'long'],
      [1, 'too_long'],
    ]),
    wire: chance.pick(['responses', 'chat']),
    approvals: chance.pick(['never', 'never', 'on-request', 'untrusted']),
    watcher: chance.is(0.7),
    mode: chance.is(0.7) ? 'auto' : chance.pick(Strategy.options),
    remote: chance.is(0.2),
    answers: Array.from({ length: 5 + chance.below(40) }, () => answerOf(chance)),
    steps: stepsOf(chance, kinds, clients),
  }
}

const kindsOf = (chance: Chance): readonly Kind[] => {
  const troubles: readonly Kind[] = [
    'compaction',
    'history',
    'thread',
    'questions',
    'network',
    'clients',
    'kills',
    'disk',
    'time',
  ]
  const share = chance.pick([0, 0.2, 0.4, 0.8])
  return ['talk', ...troubles.filter((kind) => chance.is(kind === 'compaction' ? share + 0.2 : share))]
}

const stepsOf = (chance: Chance, kinds: readonly Kind[], clients: number): StoryStep[] => {
  const weights = kinds.map((kind) => [kind === 'talk' ? 3 : 1, kind] as const)
  return Array.from({ length: 6 + chance.below(30) }, () => {
    const step = STEPS[chance.weigh(weights)](chance, chance.below(clients))
    const work: StoryStep = {
      do: 'work',
      tasks: 1 + chance.below(chance.pick([3, 12, 60, 200])),
      salt: chance.below(2 ** 31),
    }
    return chance.is(0.75) ? [step, work] : [step]
  }).flat()
}

const target = (chance: Chance) => (chance.is(0.9) ? 'newest' : 'unknown')

const STEPS: Readonly<Record<Kind, (chance: Chance, client: number) => StoryStep>> = {
  talk: (chance, client) =>
    chance.weigh<StoryStep>([
      [
        10,
        {
          do: 'say',
          client,
          size: chance.pick(['short', 'short', 'short', 'long', 'big', 'big', 'big', 'huge']),
          steers: false,
        },
      ],
      [4, { do: 'say', client, size: 'short', steers: true }],
      [2, { do: 'interrupt', client }],
      [3, { do: 'approve', client, of: target(chance), decision: decisionOf(chance) }],
      [1, { do: 'say_again', client }],
      [1, { do: 'wait', ms: chance.pick([50, 400, 5_000]) }],
    ]),
  compaction: (chance, client) =>
    chance.weigh<StoryStep>([
      [5, { do: 'compact', client, plan: chance.pick(['none', 'none', 'shown', 'unknown']), ...optionsOf(chance) }],
      [2, { do: 'plan', client, ...optionsOf(chance) }],
      [3, { do: 'undo', client, of: target(chance) }],
      [2, { do: 'redo', client, of: target(chance) }],
      [2, { do: 'hold', client, ms: chance.pick([100, 5_000, 2_000_000]) }],
      [2, { do: 'release', client, of: target(chance), handoff: chance.is(0.7) }],
      [1, { do: 'cancel', client }],
    ]),
  history: (chance, client) =>
    chance.weigh<StoryStep>([
      [6, { do: 'pin', client, target: chance.pick(PinnedThing.options) }],
      [2, { do: 'unpin', client, of: target(chance) }],
      [2, { do: 'rollback', client, turns: 1 + chance.below(3) }],
      [2, { do: 'undo', client, of: target(chance) }],
      [1, { do: 'redo', client, of: target(chance) }],
      [2, { do: 'restore', client, of: chance.pick(['newest', 'oldest', 'unknown']) }],
      [3, { do: 'compact', client, plan: 'none', ...optionsOf(chance) }],
    ]),
  thread: (chance, client) =>
    chance.weigh<StoryStep>([
      [2, { do: 'fork', client, at: chance.pick(['end', 'item', 'turn', 'unknown']) }],
      [4, { do: 'queue_edit', client, of: target(chance), edit: chance.pick(['replace', 'remove', 'move']) }],
      [3, { do: 'override', client, what: chance.pick(['model', 'effort', 'approvals']) }],
      [2, { do: 'review', client }],
      [3, { do: 'shell', client, command: chance.pick(['list', 'list', 'much', 'hang', 'throw']) }],
      [1, { do: 'name', client, change: chance.pick(['rename', 'archive', 'unarchive']) }],
    ]),
  questions: (chance, client) => ({ do: 'ask', client, about: chance.pick(Asked.options) }),
  network: (chance, client) =>
    chance.weigh<StoryStep>([
      [4, { do: 'cut', client }],
      [2, { do: 'stall', client }],
      [2, { do: 'flow', client }],
      [2, { do: 'double', client, way: chance.pick(['up', 'down']) }],
    ]),
  clients: (chance, client) =>
    chance.weigh<StoryStep>([
      [3, { do: 'leave', client }],
      [3, { do: 'join', client }],
      [1, { do: 'resume', client }],
    ]),
  kills: (chance) =>
    chance.weigh<StoryStep>([
      [3, { do: 'kill' }],
      [4, { do: 'kill_in_write', nth: 1 + chance.below(12), share: chance.next(), torn: chance.is(0.5) }],
      [1, { do: 'power_loss' }],
      [1, { do: 'shutdown' }],
    ]),
  disk: (chance) => ({ do: 'disk', is: chance.pick(['full', 'failing', 'good', 'good']) }),
  time: (chance) =>
    chance.weigh<StoryStep>([
      [3, { do: 'wait', ms: chance.pick([1_000, 20_000, 400_000]) }],
      [2, { do: 'jump', ms: chance.pick([-3_600_000, -500, 500, 3_600_000]) }],
    ]),
}

/** Half of them leave the strategy to the settings, and most ask for nothing else. */
const optionsOf = (chance: Chance) => ({
  ...(chance.is(0.5) ? {} : { strategy: chance.pick(Strategy.options) }),
  with: chance.is(0.6) ? ('nothing' as const) : chance.pick(CompactWith.options),
})

const decisionOf = (chance: Chance): ApprovalDecision =>
  chance.pick(['approved', 'approved_for_session', 'denied', 'abort'])

const answerOf = (chance: Chance): Answer => {
  const says = chance.weigh<Answer['says']>([
    [8, 'text'],
    [14, 'calls'],
    [8, 'text_and_calls'],
    [4, 'thought_and_calls'],
    [4, 'done'],
    [1, 'overflow'],
    [0.5, 'refused'],
    [1.5, 'cut'],
    [0.5, 'rate_limited'],
    [1, 'server_error'],
    [1, 'length'],
    [0.5, 'filtered'],
    [1, 'nothing'],
    [1, 'hangs'],
    [0.5, 'throws'],
    [0.5, 'unfinished'],
    [0.5, 'half_character'],
    [2, 'summary'],
    [0.5, 'huge_summary'],
  ])
  const calls = Array.from({ length: 1 + chance.below(chance.pick([1, 3, 5])) }, () => toolOf(chance))
  const usage = chance.weigh<Answer['usage']>([
    [6, 'honest'],
    [4, 'none'],
    [1, 'inflated'],
    [1, 'zero'],
  ])
  return { says, calls, usage }
}

const toolOf = (chance: Chance): ToolUse =>
  chance.weigh<ToolUse>([
    [8, 'read'],
    [4, 'read_much'],
    [3, 'write'],
    [1, 'plan'],
    [2, 'commit'],
    [1, 'remove'],
    [0.6, 'wait'],
    [0.4, 'throw'],
    [0.4, 'unknown'],
    [0.4, 'bad_json'],
    [1.5, 'patch'],
    [0.8, 'recall'],
  ])
