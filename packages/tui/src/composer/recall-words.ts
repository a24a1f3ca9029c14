/** What a person means by the words behind `/recall`. */
import { err, type Op, ok, RecallTarget, type Result } from '@rawr/protocol'

type RecallOp = Extract<Op, { type: 'recall' }>

/** Items as core numbers them, one or a range, and blobs. */
const ID = /^(?:i[0-9a-z]{1,9}(?:(?:-|\.\.)i[0-9a-z]{1,9})?|[0-9a-f]{64})$/
/** `is` and `in` are words first, whatever core may number so. */
const NO_WORD = /[\d.-]/

/** `i7`, `i7-ia` or a blob id is what stands there, `@path` what is about a file, anything else is searched for. */
export const recallOf = (given: readonly string[]): Result<RecallOp, string> => {
  const at = given.indexOf('--page')
  const target = RecallTarget.safeParse(targetOf((at === -1 ? given : given.slice(0, at)).join(' ')))
  if (!target.success) return err(WAYS)
  if (at === -1) return ok({ type: 'recall', target: target.data })
  const [page = '', ...more] = given.slice(at + 1)
  if (!/^[1-9]\d{0,8}$/.test(page) || more.length > 0) return err('--page needs one number from 1, and stands last.')
  return ok({ type: 'recall', target: target.data, page: Number(page) })
}

const WAYS =
  '/recall takes an item such as i7, a range such as i7-ia, @file, or a text of at most 500 characters to find.'

const targetOf = (text: string): unknown => {
  if (ID.test(text) && NO_WORD.test(text)) return { kind: 'id', id: text }
  return text.startsWith('@') ? { kind: 'path', path: text.slice(1) } : { kind: 'search', text }
}
