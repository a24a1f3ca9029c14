/** A bounded line of items between one producer and one consumer that reads at its own pace. */

export type ItemStream<Item> = {
  push(item: Item): void
  /** No more items; an error is thrown to the consumer behind those that wait. */
  end(error?: Error): void
  readonly items: AsyncIterableIterator<Item, undefined>
}

/** `onReturn` is called when the consumer leaves early. */
export const openItemStream = <Item>({
  limit,
  onReturn,
}: {
  limit: number
  onReturn: () => void
}): ItemStream<Item> => {
  const waiting: Item[] = []
  let ended = false
  let failure: Error | null = null
  let wake: (() => void) | null = null

  const rouse = (): void => {
    wake?.()
    wake = null
  }
  const end = (error?: Error): void => {
    if (ended) return
    ended = true
    failure = error ?? null
    rouse()
  }
  const next = async (): Promise<IteratorResult<Item, undefined>> => {
    while (waiting.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve))
    const [item] = waiting.splice(0, 1)
    if (item !== undefined) return { done: false, value: item }
    const error = failure
    failure = null
    if (error !== null) throw error
    return { done: true, value: undefined }
  }
  const items: AsyncIterableIterator<Item, undefined> = {
    [Symbol.asyncIterator]: () => items,
    next,
    return: async () => {
      waiting.length = 0
      end()
      onReturn()
      return { done: true, value: undefined }
    },
  }
  return {
    push: (item) => {
      if (ended) return
      if (waiting.length >= limit) end(new Error(`more than ${limit} items wait to be read`))
      else waiting.push(item)
      rouse()
    },
    end,
    items,
  }
}
