/** What each step of a story does to the world. */
import { assertNever } from '@rawr/protocol'
import { openChance } from '../chance.ts'
import type { Story, StoryStep } from '../story.ts'
import { opOf } from './op-of.ts'
import { questionOf } from './question-of.ts'
import { openWorld, type World } from './world.ts'

/** The world at the end of the story, with all troubles still in it. */
export const playStory = async (story: Story): Promise<World> => {
  const world = openWorld(story)
  await begin(world)
  for (const step of story.steps) {
    if (world.spins()) break
    await playStep(world, step)
  }
  return world
}

/** The first client starts the thread; the others follow it. */
const begin = async (world: World): Promise<void> => {
  const order = openChance(world.story.salt)
  world.join(0)
  while ((await world.happen(order.next)) || world.threadId() === null)
    if (world.tasks.ready().length === 0) await world.pass(100)
  for (let number = 1; number < world.story.clients; number += 1) world.join(number)
}

/** Longer than this nothing is waited for in the middle of a story. */
const PATIENCE_MS = 30_000

const playStep = async (world: World, step: StoryStep): Promise<unknown> => {
  if ('client' in step) return playUser(world, step)
  switch (step.do) {
    case 'work':
      return work(world, step)
    case 'wait':
      return world.pass(step.ms)
    case 'jump':
      return world.clock.jump(step.ms)
    case 'kill':
      return world.daemon().die()
    case 'kill_in_write':
      return world.disk.arm(step)
    case 'power_loss':
      return losePower(world)
    case 'shutdown':
      return world.shutDown()
    case 'disk':
      return world.disk.be(step.is)
    default:
      return assertNever(step)
  }
}

type UserStep = Extract<StoryStep, { client: number }>

const playUser = (world: World, step: UserStep): unknown => {
  const client = world.client(step.client)
  if (step.do === 'join') return world.join(step.client)
  if (client === null) return null
  switch (step.do) {
    case 'cut':
      return client.wire.cut()
    case 'stall':
      return client.wire.stall()
    case 'flow':
      return client.wire.flow()
    case 'double':
      return client.wire.double(step.way)
    case 'leave':
      return world.leave(step.client)
    case 'cancel':
      return client.watcher.cancel()
    case 'say_again': {
      const earlier = world.sent.findLast(({ op }) => op.type === 'user_turn')
      return earlier !== undefined && world.submitAgain(step.client, earlier)
    }
    case 'say':
      if (!step.steers) client.beforeSend()
      break
    case 'ask':
      return world.ask(step.client, questionOf(world, step))
    case 'approve':
    case 'compact':
    case 'fork':
    case 'hold':
    case 'interrupt':
    case 'name':
    case 'override':
    case 'pin':
    case 'plan':
    case 'queue_edit':
    case 'redo':
    case 'release':
    case 'restore':
    case 'resume':
    case 'review':
    case 'rollback':
    case 'shell':
    case 'undo':
    case 'unpin':
      break
    default:
      assertNever(step)
  }
  const op = opOf(world, step)
  return op !== null && world.submit(step.client, op)
}

const work = async (world: World, { tasks, salt }: Extract<StoryStep, { do: 'work' }>): Promise<void> => {
  const chance = openChance(salt)
  for (let left = tasks; left > 0 && !world.spins(); left -= 1) {
    if (await world.happen(chance.next)) continue
    const ms = world.clock.nextIn()
    if (ms === null || ms > PATIENCE_MS) return
    await world.pass(ms)
  }
}

/** The machine stops: daemon and clients are gone, and come back to what the disk kept. */
const losePower = (world: World): void => {
  const seats = Array.from({ length: world.story.clients }, (_, number) => number).filter(
    (number) => world.client(number) !== null,
  )
  world.daemon().die()
  for (const number of seats) world.leave(number)
  world.disk.losePower()
  for (const number of seats) world.join(number)
}
