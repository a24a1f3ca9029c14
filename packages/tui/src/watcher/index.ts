/** `@rawr/tui/watcher`: decides when a thread is compacted, and sees it through. Loads neither Ink nor React. */
export { createWatcher, type Watcher, type WatcherOptions } from './driver.ts'
export type { Notice, WatcherState } from './state.ts'
