/** One page of a long answer: how much, and where the last page ended. */
import { z } from 'zod'

export const PAGE_LIMIT_MAX = 100

export const page = {
  /** Entries of one page, 1…100; absent: 20. */
  limit: z.number().int().min(1).max(PAGE_LIMIT_MAX).optional(),
  /** `next_cursor` of the page before. */
  cursor: z.string().max(1_000).optional(),
}
