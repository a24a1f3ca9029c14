/** Who is attached. The first client that can drives; when it goes the next one does, and a sequence it held is over. */
import { type ClientId, go, type Step } from '@rawr/protocol'
import { release } from './messages.ts'
import { isDriver } from './replies.ts'
import type { Client, SessionEffect, SessionEvent, SessionState } from './state.ts'

type SessionStep = Step<SessionState, SessionEffect>

export const afterClient = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'client_attached' | 'client_detached' }>,
): SessionStep => {
  if (event.type === 'client_attached') {
    const others = state.clients.filter(({ clientId }) => clientId !== event.clientId)
    const clients =
      others.length === state.clients.length
        ? [
            ...others,
            { clientId: event.clientId, name: event.name, canDrive: event.canDrive, canAnswer: event.canAnswer },
          ]
        : state.clients
    return go<SessionState, SessionEffect>({ ...state, clients }, presence(clients))
  }
  const left = afterPresence(state, event.clientId)
  const lostDriver = isDriver(state, event.clientId)
  if (!lostDriver || state.hold === null) return left
  const released = release(left.state, {
    sequenceId: state.hold.sequenceId,
    handoff: null,
    by: 'driver_lost',
    fresh: event.fresh,
  })
  return go<SessionState, SessionEffect>(released.state, ...left.effects, ...released.effects)
}

export const afterPresence = (state: SessionState, gone: ClientId): SessionStep => {
  const clients = state.clients.filter(({ clientId }) => clientId !== gone)
  return go<SessionState, SessionEffect>({ ...state, clients }, presence(clients))
}

const presence = (clients: readonly Client[]): SessionEffect => ({
  type: 'emit',
  msg: {
    type: 'presence',
    clients: clients.map(({ clientId, name }) => ({
      client_id: clientId,
      name,
      role: isDriver({ clients }, clientId) ? 'driver' : 'viewer',
    })),
  },
  submissionId: null,
})
