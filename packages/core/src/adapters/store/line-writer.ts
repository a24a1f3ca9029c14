/**
 * Ordered appending to one file. A line is with the system before `push` returns, so that a killed program has told nobody
 * of a line that is not in the file; `sync` brings it to the disk. A refused write keeps the rest and goes on where it
 * stopped, so that a full disk that gets room again leaves no torn line in the middle of a log.
 */
export interface AppendTarget {
  /** Hands some of the bytes, at least one, to the system at the end of the file, and says how many. */
  write(bytes: Uint8Array): number
  /** Resolves when what was written is on the disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

export type LineWriter = {
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

/** More than this unwritten means the disk has refused for long; pushing more throws. */
export const UNWRITTEN_BYTES_MAX = 64 * 1024 * 1024

export const openLineWriter = (path: string, target: AppendTarget): LineWriter => {
  let unwritten: Uint8Array = new Uint8Array()
  let lost: DiskError | null = null
  let isClosed = false
  /** Something was pushed that no sync has covered. */
  let isDirty = false
  /** One sync after the other; never rejects. */
  let work: Promise<void> = Promise.resolve()
  /** A sync that has not begun yet covers everything pushed until it does. */
  let nextSync: Promise<void> | null = null

  const drain = (): void => {
    while (unwritten.byteLength > 0) unwritten = unwritten.subarray(target.write(unwritten))
  }

  const drainAndSync = async (): Promise<void> => {
    nextSync = null
    if (lost !== null) throw lost
    if (!isDirty) return
    try {
      drain()
    } catch (cause) {
      throw new DiskError(path, cause)
    }
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
      const bytes = Buffer.from(text, 'utf8')
      if (unwritten.byteLength + bytes.byteLength > UNWRITTEN_BYTES_MAX)
        throw new DiskError(path, new Error(`more than ${UNWRITTEN_BYTES_MAX} bytes wait for the disk`))
      isDirty = true
      unwritten = unwritten.byteLength === 0 ? bytes : Buffer.concat([unwritten, bytes])
      try {
        drain()
      } catch {
        // Met again by the next sync, whose caller hears of it.
      }
    },
    sync: () => (nextSync ??= after(drainAndSync)),
    close: async () => {
      isClosed = true
      try {
        await after(drainAndSync)
      } finally {
        await target.close()
      }
    },
  }
}
