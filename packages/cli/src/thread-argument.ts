/** The id of a thread as it stands on the command line. */
import { err, ok, type Result, ThreadId } from '@rawr/protocol'

/** How to find what was meant, for whoever named a thread that is none. */
export const THREADS_ARE_LISTED = 'rawr sessions lists those there are'

export const readThreadId = (name: string): Result<ThreadId, string> => {
  const id = ThreadId.safeParse(name)
  return id.success ? ok(id.data) : err(`"${name}" is not the id of a thread; ${THREADS_ARE_LISTED}`)
}
