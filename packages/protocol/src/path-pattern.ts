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
  const steps = stepsOf([...pattern])
  const isName = !pattern.includes('/')
  return ok((path) => runsThrough(steps, isName ? path.slice(path.lastIndexOf('/') + 1) : path))
}

const runsThrough = (steps: readonly Step[], text: string): boolean => {
  const reached = new Int32Array(steps.length + 1)
  let places: number[] = []
  let round = 0
  const stand = (place: number, into: number[]): void => {
    if (reached[place] === round) return
    reached[place] = round
    const step = steps[place]
    if (step === undefined || typeof step === 'function') into.push(place)
    else for (const to of step.to) stand(to, into)
  }
  round = 1
  stand(0, places)
  for (const character of text) {
    round += 1
    const next: number[] = []
    for (const place of places) {
      const step = steps[place]
      if (typeof step === 'function' && step(character)) stand(place + 1, next)
    }
    places = next
    if (places.length === 0) return false
  }
  return places.includes(steps.length)
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
  // The first one is no end: `[]]` is a bracket.
  const end = rest.indexOf(']', start + 1)
  if (end === -1) return null
  const ranges: [string, string][] = []
  for (let at = start; at < end; at += 1) {
    const from = rest[at] ?? ''
    const isRange = rest[at + 1] === '-' && at + 2 < end
    ranges.push([from, isRange ? (rest[at + 2] ?? '') : from])
    if (isRange) at += 2
  }
  const isOne = (character: string): boolean => ranges.some(([low, high]) => character >= low && character <= high)
  return { takes: (character) => character !== '/' && isOne(character) !== isNot, length: end + 1 }
}
