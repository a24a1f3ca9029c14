/**
 * One question to the model beside the transcript: what is asked and answered enters no history. It is given up when
 * nothing is heard for a while, when it takes too long, or when somebody stops it; then it has failed, and says why.
 */
import { err, ok, type Result, type TokenUsage } from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { ModelClient, ModelEvent, ModelItem, SamplingRequest } from '../ports/model-client.ts'

export type AsideAnswer = {
  readonly items: readonly ModelItem[]
  readonly text: string
  readonly usage: TokenUsage | null
}

export type Aside = {
  readonly model: ModelClient
  readonly request: SamplingRequest
  readonly clock: Clock
  /** Of `whole`: from the first moment; of `silence`: since the last sign of life. */
  readonly deadline: { readonly kind: 'whole' | 'silence'; readonly ms: number }
  readonly signal: AbortSignal
}

export const askAside = (aside: Aside): Promise<Result<AsideAnswer, string>> =>
  new Promise((resolve) => {
    const { clock, deadline, signal } = aside
    const controller = new AbortController()
    let cancel = (): void => {}
    const settle = (result: Result<AsideAnswer, string>): void => {
      cancel()
      signal.removeEventListener('abort', stop)
      resolve(result)
      controller.abort()
    }
    const stop = (): void => settle(err('it was stopped'))
    const arm = (): void => {
      cancel()
      cancel = clock.after(deadline.ms, () => settle(err(`no answer came within ${Math.round(deadline.ms / 1_000)} s`)))
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    arm()
    const heard = (): void => {
      if (deadline.kind === 'silence' && !controller.signal.aborted) arm()
    }
    collect(aside, controller.signal, heard).then(settle, (error: unknown) =>
      settle(err(error instanceof Error ? error.message : String(error))),
    )
  })

const collect = async (
  { model, request }: Aside,
  signal: AbortSignal,
  heard: () => void,
): Promise<Result<AsideAnswer, string>> => {
  const items: { readonly index: number; readonly item: ModelItem }[] = []
  for await (const event of model.sample(request, signal)) {
    heard()
    if (event.type === 'item_done') items.push(event)
    const end = endOf(event, items)
    if (end !== null) return end
  }
  return err('the answer ended without saying that it was complete')
}

type Numbered = readonly { readonly index: number; readonly item: ModelItem }[]

const endOf = (event: ModelEvent, items: Numbered): Result<AsideAnswer, string> | null => {
  if (event.type === 'failed') return err(event.failure.message)
  if (event.type !== 'completed') return null
  if (event.stop === 'length' || event.stop === 'content_filter') return err(`the answer was cut off (${event.stop})`)
  const inOrder = items.toSorted((a, b) => a.index - b.index).map(({ item }) => item)
  const text = inOrder.flatMap((item) => (item.type === 'message' ? [item.text] : [])).join('\n')
  return ok({ items: inOrder, text, usage: event.usage })
}
