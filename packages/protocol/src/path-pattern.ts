/**
 * Patterns of paths, matched in one pass over the path whatever the pattern: a regular expression made of one takes longer than
 * the sun shines for some, and the pattern is a model's, or stands in a project's settings. `*`, `?`, `**`, `[a-z]`, `[!a]`, `{a,b}`, `\` before what is meant as it is.
 */
import { err, ok, type Result } from './result.ts'

type Takes = (character: string) => boolean

/** Takes one character and goes on to the next step, or stands at several places at once. */
type Step = Takes | { readonly to: readonly number[] }

export type PathPattern = (path: string) => boolean

/** A step for each character of it is looked at for each character of a path. */
export const PATTERN_CHARACTERS_MAX = 500

/** A pattern without a slash is matched with the last part of the path. */
export const pathPattern = (pattern: string): Result<PathPattern, string> => {
  if (pattern.length > PATTERN_CHARACTERS_MAX)
    return err(
      `The pattern has ${pattern.length} characters, more than ${PATTERN_CHARACTERS_MAX}: shorten it or ask in parts.`,
    )
  const takes = takesText(pattern)
  const isName = !pattern.includes('/')
  return ok(isName ? (path) => takes(path.slice(path.lastIndexOf('/') + 1)) : takes)
}

/** Most paths are decided by how they begin and end; the rest are walked through. */
const takesText = (pattern: string): PathPattern => {
  const prefix = /^[^*?[{\\]*/.exec(pattern)?.[0] ?? ''
  // Without a slash in front: `**/` before it may stand for no folder at all.
  const suffix = (/[^*?[\]{}\\]*$/.exec(pattern)?.[0] ?? '').replace(/^\//, '')
  const middle = pattern.slice(prefix.length, pattern.length - suffix.length)
  const fits: PathPattern = (text) => text.startsWith(prefix) && text.endsWith(suffix)
  const isFree =
    !suffix.includes('/') &&
    ((middle === '**/*' && /^$|\/$/.test(prefix)) || (middle === '*' && pattern === `*${suffix}`))
  if (isFree) return (text) => text.length >= prefix.length + suffix.length && fits(text)
  const walk = walkThrough(stepsOf([...pattern]))
  return (text) => fits(text) && walk(text)
}

const ROUNDS_MAX = 2 ** 30

/** The places that are stood at, in two arrays that are used in turn: nothing is made anew for a path. */
const walkThrough = (steps: readonly Step[]): PathPattern => {
  const reached = new Int32Array(steps.length + 1)
  let places = new Int32Array(steps.length + 1)
  let next = new Int32Array(steps.length + 1)
  let count = 0
  let round = 0
  const stand = (place: number): void => {
    if (reached[place] === round) return
    reached[place] = round
    const step = steps[place]
    if (step === undefined || typeof step === 'function') {
      next[count] = place
      count += 1
    } else for (const to of step.to) stand(to)
  }
  round = 1
  stand(0)
  const start = next.slice(0, count)
  return (text) => {
    if (round > ROUNDS_MAX) {
      reached.fill(0)
      round = 0
    }
    places.set(start)
    let standing = start.length
    for (const character of text) {
      round += 1
      count = 0
      for (let index = 0; index < standing; index += 1) {
        const place = places[index] ?? 0
        const step = steps[place]
        if (typeof step === 'function' && step(character)) stand(place + 1)
      }
      if (count === 0) return false
      standing = count
      const stood = places
      places = next
      next = stood
    }
    return places.subarray(0, standing).includes(steps.length)
  }
}

const inName: Takes = (character) => character !== '/'
const anything: Takes = () => true
const only =
  (wanted: string): Takes =>
  (character) =>
    character === wanted

const stepsOf = (pattern: readonly string[]): readonly Step[] => {
  const steps: Step[] = []
  write(pattern, steps)
  return steps
}

/** Any number of what is taken, none too. */
const writeMany = (takes: Takes, steps: Step[]): void => {
  const at = steps.length
  steps.push({ to: [at + 1, at + 3] }, takes, { to: [at] })
}

const write = (pattern: readonly string[], steps: Step[]): void => {
  let at = 0
  while (at < pattern.length) at += writeOne(pattern, at, steps)
}

/** How many characters of the pattern were read. */
const writeOne = (pattern: readonly string[], at: number, steps: Step[]): number => {
  const character = pattern[at] ?? ''
  const rest = pattern.slice(at + 1)
  if (character === '*') return writeStars(pattern, at, steps)
  if (character === '{') return writeChoice(pattern, at, steps)
  const group = character === '[' ? charactersOf(rest) : null
  if (group !== null) {
    steps.push(group.takes)
    return group.length + 1
  }
  const isEscape = character === '\\' && rest.length > 0
  steps.push(character === '?' ? inName : only(isEscape ? (rest[0] ?? '') : character))
  return isEscape ? 2 : 1
}

/** `**` is any folders where it is a whole part of the path, and else no more than `*`. */
const writeStars = (pattern: readonly string[], at: number, steps: Step[]): number => {
  const count = pattern.slice(at).findIndex((character) => character !== '*')
  const length = count === -1 ? pattern.length - at : count
  const next = pattern[at + length]
  const isPart = length > 1 && (at === 0 || pattern[at - 1] === '/')
  if (!isPart || (next !== undefined && next !== '/')) writeMany(inName, steps)
  else if (next === undefined) writeMany(anything, steps)
  else {
    const from = steps.length
    steps.push({ to: [from + 1, from + 5] })
    writeMany(anything, steps)
    steps.push(only('/'))
    return length + 1
  }
  return length
}

/** `{a,b}`; without a comma, or without an end, a brace is a brace. */
const writeChoice = (pattern: readonly string[], at: number, steps: Step[]): number => {
  const parts = partsOf(pattern.slice(at + 1))
  if (parts === null) {
    steps.push(only('{'))
    return 1
  }
  const fork = steps.length
  steps.push({ to: [] })
  const begins: number[] = []
  const ends: number[] = []
  for (const part of parts) {
    begins.push(steps.length)
    // A part stands where the brace stood, so that `**` in it knows whether it is a whole part of the path.
    const before = at === 0 ? [] : [pattern[at - 1] ?? '']
    for (let read = before.length; read < before.length + part.length; )
      read += writeOne([...before, ...part], read, steps)
    ends.push(steps.length)
    steps.push({ to: [] })
  }
  steps[fork] = { to: begins }
  for (const end of ends) steps[end] = { to: [steps.length] }
  return parts.reduce((sum, part) => sum + part.length + 1, 1)
}

const partsOf = (rest: readonly string[]): readonly (readonly string[])[] | null => {
  const parts: string[][] = []
  let part: string[] = []
  let depth = 0
  for (let at = 0; at < rest.length; at += 1) {
    const character = rest[at] ?? ''
    if (depth === 0 && (character === ',' || character === '}')) {
      parts.push(part)
      part = []
      if (character === '}') return parts.length > 1 ? parts : null
      continue
    }
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    part.push(character)
    if (character === '\\' && at + 1 < rest.length) {
      at += 1
      part.push(rest[at] ?? '')
    }
  }
  return null
}

/** What stands behind a `[`, up to its `]`; `null`: it has none. */
const charactersOf = (rest: readonly string[]): { readonly takes: Takes; readonly length: number } | null => {
  const isNot = rest[0] === '!' || rest[0] === '^'
  const start = isNot ? 1 : 0
  let at = start
  const one = (): string => {
    if (rest[at] === '\\' && at + 1 < rest.length) at += 1
    at += 1
    return rest[at - 1] ?? ''
  }
  const ranges: [string, string][] = []
  // The first one is no end: `[]]` is a bracket.
  while (at < rest.length && (rest[at] !== ']' || at === start)) {
    const from = one()
    const isRange = rest[at] === '-' && at + 1 < rest.length && rest[at + 1] !== ']'
    if (isRange) at += 1
    ranges.push([from, isRange ? one() : from])
  }
  if (at >= rest.length) return null
  const isOne = (character: string): boolean => ranges.some(([low, high]) => character >= low && character <= high)
  return { takes: (character) => character !== '/' && isOne(character) !== isNot, length: at + 1 }
}
