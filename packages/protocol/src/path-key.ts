/**
 * One file or folder under the several spellings its path may have, as a key to compare by, never to open. Pure: a thread may
 * come from another system than the one that reads it.
 */

/** `C:\\Work\\Harbour\\` and `c:/work/harbour` have one key; on other systems letters stay as they are. */
export const pathKey = (path: string): string => {
  const isWindows = /^[a-z]:(?:[\\/]|$)/i.test(path) || path.startsWith('\\\\')
  // Only there a backslash cannot be part of a name, and in a relative path it hardly ever is.
  const slashed = isWindows || !path.startsWith('/') ? path.replaceAll('\\', '/') : path
  const network = isWindows && slashed.startsWith('//') ? '/' : ''
  const plain = network + slashed.replaceAll(/\/{2,}/g, '/').replaceAll(/(?<=\/|^)\.\/(?=.)/g, '')
  const trimmed = plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
  return isWindows ? trimmed.toLowerCase() : trimmed
}
