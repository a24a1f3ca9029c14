/**
 * What waits for one client whose socket is full. Answers and logged events are kept in order; a status is replaced by a
 * later one of its kind; pieces of a streaming text are dropped, as one snapshot will stand for them.
 */
import { type EventMsg, isLogged, type ServerFrame, type ThreadId } from '@rawr/protocol'

export type SendQueue = {
  push(frame: ServerFrame): void
  /** From now on frames wait. */
  hold(): void
  /** Sends what waits, in order, and from now on at once. */
  release(): void
  heldBytes(): number
}

export type SendQueueRim = {
  send(text: string): void
  encode(frame: ServerFrame): string
  /** What stands now for the dropped pieces of the thread. */
  snapshots(threadId: ThreadId): readonly ServerFrame[]
}

type Held = { readonly frame: ServerFrame; readonly text: string; readonly bytes: number }

export const openSendQueue = (rim: SendQueueRim): SendQueue => {
  let isHolding = false
  let held: Held[] = []
  let heldBytes = 0
  const lagging = new Set<ThreadId>()

  const keep = (frame: ServerFrame): void => {
    const fate = fateOf(frame)
    if (fate === 'stands_for_itself') keepBehind(frame)
    else if (fate === 'latest_wins') replace(frame)
    else if (fate === 'snapshot' && frame.type === 'event') lagging.add(frame.thread_id)
  }
  // As text: many clients that wait for the same event share it, and it is encoded no second time.
  const keepBehind = (frame: ServerFrame): void => {
    const text = rim.encode(frame)
    const bytes = Buffer.byteLength(text)
    held.push({ frame, text, bytes })
    heldBytes += bytes
  }
  const replace = (frame: ServerFrame): void => {
    const earlier = held.findIndex((other) => isSameStatus(other.frame, frame))
    for (const gone of earlier === -1 ? [] : held.splice(earlier, 1)) heldBytes -= gone.bytes
    keepBehind(frame)
  }

  return {
    push: (frame) => (isHolding ? keep(frame) : rim.send(rim.encode(frame))),
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      const waiting = held
      held = []
      heldBytes = 0
      for (const { text } of waiting) rim.send(text)
      for (const threadId of lagging) for (const frame of rim.snapshots(threadId)) rim.send(rim.encode(frame))
      lagging.clear()
    },
    heldBytes: () => heldBytes,
  }
}

type Fate = 'stands_for_itself' | 'snapshot' | 'latest_wins' | 'dropped'

const FATE_OF_STATUS: Partial<Record<EventMsg['type'], Fate>> = {
  agent_message_delta: 'snapshot',
  agent_reasoning_delta: 'snapshot',
  item_snapshot: 'snapshot',
  // The command's end brings its whole output.
  exec_command_output_delta: 'dropped',
  compaction_progress: 'latest_wins',
  presence: 'latest_wins',
}

const fateOf = (frame: ServerFrame): Fate => {
  if (frame.type !== 'event' || isLogged(frame.msg)) return 'stands_for_itself'
  return FATE_OF_STATUS[frame.msg.type] ?? 'stands_for_itself'
}

const isSameStatus = (a: ServerFrame, b: ServerFrame): boolean =>
  a.type === 'event' && b.type === 'event' && a.thread_id === b.thread_id && a.msg.type === b.msg.type
