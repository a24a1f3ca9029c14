/**
 * Ordered appending to one file. A line is with the system before `push` returns, so that a killed program has told nobody
 * of a line that is not in the file; `sync` brings it to the disk. What the disk refuses is not in the file either, not
 * even half of it, and whoever pushed it hears of it at once.
 */
export interface AppendTarget {
  /** Hands some of the bytes, at least one, to the system at the end of the file, and says how many. */
  write(bytes: Uint8Array): number
  /** Takes so many of the last bytes away again. */
  takeBack(bytes: number): void
  /** Resolves when what was written is on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

export type LineWriter = {
  /** All of the text or nothing of it; throws a {@link DiskError} where the disk refuses. */
  push(text: string): void
  /** Resolves when everything pushed so far is on the disk; rejects with a {@link DiskError}. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The disk refused; `code` is the system's own name for why (`ENOSPC`, `EIO` …). */
class DiskError extends Error {
  override readonly name = 'DiskError'
  readonly code: string
  readonly path: string

  constructor(path: string, cause: unknown) {
    const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? 'unknown'
    super(`cannot write ${path}: ${code}: ${(cause as Error).message}`, { cause })
    this.code = code
    this.path = path
  }
}

export type LineWriterOptions = {
  readonly path: string
  /** The file ends in a line that was torn: the next one begins behind it. */
  readonly endsInsideLine?: boolean
}

export const openLineWriter = (
  { path, endsInsideLine = false }: LineWriterOptions,
  target: AppendTarget,
): LineWriter => {
  let isInsideLine = endsInsideLine
  let lost: DiskError | null = null
  let isClosed = false
  /** Something was pushed that no sync has covered. */
  let isDirty = false
  /** One sync after the other; never rejects. */
  let work: Promise<void> = Promise.resolve()
  /** A sync that has not begun yet covers everything pushed until it does. */
  let nextSync: Promise<void> | null = null

  const takeBack = (bytes: number): void => {
    try {
      if (bytes > 0) target.takeBack(bytes)
    } catch {
      // Half a line stays; a reader skips it and says so.
      isInsideLine = true
    }
  }

  const syncNow = async (): Promise<void> => {
    nextSync = null
    if (lost !== null) throw lost
    if (!isDirty) return
    isDirty = false
    await target.sync().catch((cause: unknown) => {
      // After a failed sync the system may have dropped the pages and call the next one good: no later success counts.
      lost = new DiskError(path, cause)
      throw lost
    })
  }

  const after = (step: () => Promise<void>): Promise<void> => {
    const done = work.then(step)
    work = done.catch(() => {})
    return done
  }

  return {
    push: (text) => {
      if (isClosed) throw new DiskError(path, new Error('it is closed'))
      const bytes = Buffer.from(isInsideLine ? `\n${text}` : text, 'utf8')
      let written = 0
      try {
        while (written < bytes.byteLength) written += target.write(bytes.subarray(written))
      } catch (cause) {
        takeBack(written)
        throw new DiskError(path, cause)
      }
      isInsideLine = false
      isDirty = true
    },
    sync: () => (nextSync ??= after(syncNow)),
    close: async () => {
      isClosed = true
      try {
        await after(syncNow)
      } finally {
        await target.close()
      }
    },
  }
}
