/** Lets steps that concern the same key through one after the other, in the order they came; other keys do not wait. */

export type Turnstile<Key> = {
  pass<Value>(key: Key, step: () => Promise<Value>): Promise<Value>
  isEmpty(): boolean
  /** Resolves when everything that was waiting is through. */
  emptied(): Promise<void>
}

export const openTurnstile = <Key>(): Turnstile<Key> => {
  const last = new Map<Key, Promise<void>>()
  return {
    pass: (key, step) => {
      const done = (last.get(key) ?? Promise.resolve()).then(step)
      const through: Promise<void> = done
        .then(
          () => {},
          () => {},
        )
        .then(() => {
          if (last.get(key) === through) last.delete(key)
        })
      last.set(key, through)
      return done
    },
    isEmpty: () => last.size === 0,
    emptied: async () => {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}
