/** What the file system refused of a file that somebody named, in words of theirs, with what to do about it. */

const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}: check the name, and the folder it is meant against.`,
  ENOTDIR: (path) => `There is no file ${path}: a part of the path is not a folder.`,
  EISDIR: (path) => `${path} is a folder: name a file in it.`,
  EACCES: (path) => `${path} may not be read by you: check its permissions.`,
}

export const fileFault = (path: string, cause: unknown): string => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const sentence = SENTENCES[code]
  return sentence === undefined ? `${path} cannot be read: ${code || String(cause)}.` : sentence(path)
}
