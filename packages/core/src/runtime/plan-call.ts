/** A call of the model as the turn machine needs it: may something run beside it, and must a person be asked first. */
import { approvalNeed } from '../engine/approvals.ts'
import type { PlannedCall } from '../engine/turn/state.ts'
import type { NamedCall } from './run-tools.ts'
import type { SessionDeps } from './session-deps.ts'

export const planCall = ({ tools, settings, cwd, ids }: SessionDeps, call: NamedCall): PlannedCall => {
  const alone = tools.runsAlone(call)
  const need = approvalNeed({
    policy: settings.approvals.policy,
    sandboxMode: settings.sandbox.mode,
    purpose: tools.purpose(call, cwd),
    changes: alone,
  })
  return { callId: call.callId, alone, ask: need === null ? null : { requestId: ids.request(), ...need } }
}
