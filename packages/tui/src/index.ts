/** `@rawr/tui`: the client on a terminal. The watcher alone is `@rawr/tui/watcher`. */
export type { ClientOptions, Ending, Keepsakes, Terminal } from './app/ports.ts'
export { runClient } from './app/run-client.ts'
