/** The folder that the thread of a story works in. */
export const CWD = '/home/ada/harbour'
