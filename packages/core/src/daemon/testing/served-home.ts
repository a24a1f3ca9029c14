/** A daemon as a program of its own, started when a client first wants it, and the number of its process for whoever kills it. */
import { fileURLToPath } from 'node:url'
import { connectOrStart } from '../connect-or-start.ts'

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url))

export const servedHome = (home: string) => {
  let pid = 0
  return {
    /** Of the one that was located last; 0: none yet. */
    pid: () => pid,
    locate: async () => {
      const entry = ['--conditions=@rawr/source', SERVE, home, '0.1.0']
      const daemon = await connectOrStart({ home, version: '0.1.0', entry })
      pid = daemon.pid
      return daemon
    },
  }
}
