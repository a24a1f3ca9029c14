import { pathPattern } from '@rawr/protocol'
import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'

const matches = (pattern: string, path: string): boolean => {
  const made = pathPattern(pattern)
  if (!made.ok) throw new Error(made.error)
  return made.value(path)
}

test('law: as picomatch has it, on patterns of parts that it matches soon', () => {
  const part = fc.constantFrom('a', 'b', '*', '?', '*a', 'a*', '**', '{a,b}', '{a,bb}c', '[ab]', '[^a]')
  const name = fc.constantFrom('a', 'b', 'ab', 'bb', 'ba', 'ac', 'bbc', '.a', 'c')
  const pattern = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('/'))
  const path = fc.array(name, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('/'))
  let found = 0
  fc.assert(
    fc.property(pattern, path, (glob, file) => {
      // `x/**` is also x itself there; x is a folder and in no list of files.
      fc.pre(!glob.endsWith('/**'))
      const expected = picomatch(glob, { dot: true })(file)
      if (expected) found += 1
      expect(matches(glob, file)).toBe(expected)
    }),
    { numRuns: 5_000 },
  )
  expect(found).toBeGreaterThan(100)
})
