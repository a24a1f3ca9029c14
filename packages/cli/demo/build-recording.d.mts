/** The recording as text, one object a line. */
export const recordingText: () => string
