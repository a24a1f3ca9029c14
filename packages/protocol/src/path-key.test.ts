import { expect, test } from 'vitest'
import { pathKey } from './path-key.ts'

test.each([
  ['the drive’s letter', 'C:\\Work\\harbour', 'c:\\work\\harbour'],
  ['both slashes', 'c:/Work/Harbour', 'C:\\work\\harbour'],
  ['a slash at the end', 'C:\\Work\\', 'c:/work'],
  ['the root of a drive', 'C:\\', 'c:/'],
  ['a share', '\\\\Quay\\Share\\a', '\\\\quay/share/a/'],
  ['a relative path', 'src\\berth.ts', 'src/berth.ts'],
  ['a dot in front', './src/berth.ts', 'src/berth.ts'],
  ['doubled slashes', '/home//ada/harbour/', '/home/ada/harbour'],
])('TEXT-10: one key for %s', (_what, one, other) => expect(pathKey(one)).toBe(pathKey(other)))

test.each([
  ['case, where it counts', '/home/ada/Harbour', '/home/ada/harbour'],
  ['a backslash in a name', '/home/ada/a\\b', '/home/ada/a/b'],
  ['drives', 'C:\\work', 'D:\\work'],
  ['a share and a folder', '\\\\quay\\a', '/quay/a'],
  ['root and nothing', '/', ''],
])('TEXT-10: two keys for %s', (_what, one, other) => expect(pathKey(one)).not.toBe(pathKey(other)))
