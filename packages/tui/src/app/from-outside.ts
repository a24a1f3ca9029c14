/** What comes from outside, in the words of the screen. */
import type { Rejected, ThreadInfo } from '@rawr/protocol'
import type { LinkItem } from '@rawr/protocol/client'
import type { LinkView, ScreenEvent, ThreadChoice } from '../store/state.ts'
import type { ClientOptions } from './ports.ts'
import type { Opening } from './thread-feed.ts'

export const openingOf = ({ cwd, settings, env, resume }: ClientOptions): Opening =>
  resume === undefined
    ? { type: 'thread_start', cwd, env: { ...env }, settings }
    : { type: 'thread_resume', thread_id: resume, env: { ...env }, settings }

/** The environment is lent anew with the op that asks again. */
export const sandboxMissing = ({ env: _env, ...op }: Opening, { message }: Rejected): ScreenEvent => ({
  type: 'sandbox_missing',
  op,
  message,
})

export const linkView = (item: Extract<LinkItem, { type: 'link' }>): LinkView =>
  item.status === 'ready'
    ? { name: 'ready' }
    : { name: 'lost', message: item.message, retryAt: Date.now() + item.retryInMs }

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

export const threadChoice = ({ thread_id, updated_at, name, first_words, unread_bytes }: ThreadInfo): ThreadChoice => ({
  id: thread_id,
  when: updated_at.slice(0, 16).replace('T', ' '),
  text: name ?? (first_words === '' ? '(nothing said yet)' : first_words),
  ...(unread_bytes === undefined ? {} : { unreadBytes: unread_bytes }),
})
