/** What the program that made the recording wrote in place of the past: its model's summary, word for word. */
import { type Arm, offline } from '../compactor.ts'

export const recordedSummary: Arm = {
  name: 'recorded summary',
  nature: 'recorded',
  compactorFor: ({ cut }) => {
    const { summary } = cut
    return summary === undefined ? null : offline('recorded summary', () => ({ text: summary }))
  },
}
