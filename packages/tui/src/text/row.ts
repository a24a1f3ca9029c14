/** What is drawn: rows of spans, each in one tone. A tone is a meaning; which colour it gets is decided where it is painted. */

export type Tone =
  | 'plain'
  | 'dim'
  | 'bold'
  | 'italic'
  | 'accent'
  | 'heading'
  | 'good'
  | 'bad'
  | 'warn'
  | 'code'
  | 'keyword'
  | 'string'
  | 'comment'
  | 'number'
  | 'link'
  | 'added'
  | 'removed'
  | 'user'
  | 'inverse'

export type Span = { readonly text: string; readonly tone: Tone }

/** One line on the screen; an empty row is an empty line. */
export type Row = readonly Span[]

/** What is drawn anew each time, below what is finished. */
export type Frame = {
  readonly rows: readonly Row[]
  /** `null`: hidden. */
  readonly caret: { readonly x: number; readonly y: number } | null
}

export const span = (text: string, tone: Tone = 'plain'): Span => ({ text, tone })

export const row = (text: string, tone: Tone = 'plain'): Row => [{ text, tone }]

/** The characters without the tones. */
export const textOfRow = (spans: Row): string => spans.map(({ text }) => text).join('')
