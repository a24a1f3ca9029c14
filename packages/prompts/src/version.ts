/** Recorded with every compaction; raised whenever a text of this package changes what a model reads. */
export const PROMPT_VERSION: string = '7'
