/** `@rawr/core/daemon`: the daemon without its rim, over whatever sockets, threads and time its host brings. */

export {
  type ClientConnection,
  type ClientConnectionDeps,
  type ClientSocket,
  openClientConnection,
} from './client-connection.ts'
export type { Greeting } from './connection-state.ts'
export { frameEncoder } from './encode-frame.ts'
export { damageReport } from './load-reports.ts'
export type { Follower, ThreadPast } from './loaded-threads.ts'
export type { Loan } from './loan.ts'
export { eventOf, loadError, sessionOver } from './open-thread.ts'
export { openRegistry, type Registry, type RegistryOptions, type ThreadOpener } from './registry.ts'
export { openThreadShelf } from './thread-shelf.ts'
