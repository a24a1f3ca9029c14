/** Queries about one loaded thread; the others are the daemon's. */
import type { Query } from '@rawr/protocol'

export type ThreadQuery = Exclude<Query, { type: 'thread_list' | 'thread_search' }>
