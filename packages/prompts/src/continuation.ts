/** What starts a turn after a compaction where the user wants that: the program's words, and no consent to anything. */
export const continuationPrompt =
  'The conversation was condensed, and the plan has open steps. Go on with the next one. If something has to be decided by the user first, ask and stop.'
