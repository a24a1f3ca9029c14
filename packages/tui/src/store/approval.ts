/**
 * When a letter answers an approval, and when it belongs to what is being written. Nobody consents in the middle of a word, nor
 * with a key that was on its way when the question came.
 */
import type { Approval, ScreenState } from './state.ts'

/** Nobody reads a question and answers it in less; a finger that types is faster. */
const READ_MS = 500

export const canAnswer = ({ approvals: [first], editor, now }: ScreenState): boolean =>
  first !== undefined && editor.text === '' && isRead(first, now)

export const isRead = ({ shownAt }: Approval, now: number): boolean => shownAt !== null && now - shownAt >= READ_MS

/** The screen is drawn now, with the first of them on it. */
export const showApproval = (state: ScreenState): ScreenState => {
  const [first, ...rest] = state.approvals
  if (first === undefined || first.shownAt !== null) return state
  return { ...state, approvals: [{ ...first, shownAt: state.now }, ...rest] }
}
