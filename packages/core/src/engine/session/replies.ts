/** Answers to a submission, and who may ask for what. */
import { type ClientId, go, type Step, type SubmissionId } from '@rawr/protocol'
import type { Refusal, SessionEffect, SessionState } from './state.ts'

type Named = { readonly id: SubmissionId }

export const accepted = ({ id }: Named, outcome: 'started' | 'queued'): SessionEffect => ({
  type: 'accept',
  id,
  outcome,
})

export const rejected = (state: SessionState, { id }: Named, refusal: Refusal): Step<SessionState, SessionEffect> =>
  go<SessionState, SessionEffect>(state, { type: 'reject', id, refusal })

/** The first client to attach that can drives. */
export const isDriver = ({ clients }: Pick<SessionState, 'clients'>, from: ClientId): boolean =>
  clients.find(({ canDrive }) => canDrive)?.clientId === from
