/** The steps of the extractor that can be left out, to measure what each is worth. */
export const EXTRACT_STEPS = ['lossless', 'words', 'state', 'coverage', 'pairs', 'goal', 'folding', 'tail'] as const
export type ExtractStep = (typeof EXTRACT_STEPS)[number]
