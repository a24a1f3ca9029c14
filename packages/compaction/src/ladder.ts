/** What gives way, in order, when a view leaves too little room. Pins and the live request never do. */

export type Rung = {
  /** Said in the report when it was needed; `null` for the first attempt. */
  readonly step: string | null
  readonly strategy: 'extractive' | 'hard_cut'
  /** Of the budget. */
  readonly scale: number
  /** Of the room for restored files. */
  readonly restoreShare: number
  readonly tailShare: number
  readonly wordsShare: number
  readonly stateShare: number
}

export const LADDER: readonly Rung[] = [
  { step: null, strategy: 'extractive', scale: 1, restoreShare: 1, tailShare: 0.1, wordsShare: 0.5, stateShare: 0.45 },
  {
    step: 'shorter tail',
    strategy: 'extractive',
    scale: 0.75,
    restoreShare: 0.5,
    tailShare: 0.05,
    wordsShare: 0.5,
    stateShare: 0.4,
  },
  {
    step: 'fewer user words',
    strategy: 'extractive',
    scale: 0.5,
    restoreShare: 0,
    tailShare: 0.1,
    wordsShare: 0.2,
    stateShare: 0.4,
  },
  {
    step: 'hard cut',
    strategy: 'hard_cut',
    scale: 0.25,
    restoreShare: 0,
    tailShare: 0.1,
    wordsShare: 0,
    stateShare: 0.6,
  },
]
