/** Good frames made bad, by chance from a seed: cut off, huge, deep, of wrong types, not UTF-8, with names of the prototype. */

export type Chance = () => number

/** Text as bytes, so that what is no UTF-8 can be sent too. */
export type Mutation = { readonly kind: string; readonly bytes: Uint8Array }

export const mutateFrame = (frame: string, chance: Chance): Mutation => {
  const kinds = Object.keys(MUTATIONS)
  const kind = kinds[Math.floor(chance() * kinds.length)] ?? 'cut'
  return { kind, bytes: Buffer.from(MUTATIONS[kind]?.(frame, chance) ?? '') }
}

const pick = <Value>(all: readonly Value[], chance: Chance): Value => {
  const value = all[Math.floor(chance() * all.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    1e308,
    0.1,
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(5_000),
    [],
    {},
    [[[]]],
    Number.MAX_SAFE_INTEGER + 2,
  ],
  ...['../../etc/passwd', '__proto__', { $ref: '#' }, 'th_1\n{"type":"shutdown"}', '9'.repeat(400)],
]

const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]

const MUTATIONS: Readonly<Record<string, (frame: string, chance: Chance) => string | Uint8Array>> = {
  cut: (frame, chance) => frame.slice(0, Math.floor(chance() * frame.length)),
  flipped_bytes: (frame, chance) => {
    const bytes = Buffer.from(frame)
    for (let n = 0; n < 3; n++) bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256)
    return bytes
  },
  not_utf8: (frame, chance) => {
    const at = Math.floor(chance() * frame.length)
    return Buffer.concat([
      Buffer.from(frame.slice(0, at)),
      Buffer.from([0xc0, 0xff, 0xfe]),
      Buffer.from(frame.slice(at)),
    ])
  },
  huge_text: (frame, chance) => changed(frame, chance, () => 'y'.repeat(Math.floor(chance() * 20_000))),
  huge_list: (frame, chance) =>
    changed(frame, chance, () => Array.from({ length: Math.floor(chance() * 2_000) }, () => 0)),
  deep: (frame, chance) => {
    const depth = Math.floor(chance() * 5_000)
    return frame.replace(/:\s*("[^"]*"|\d+)/, `:${'['.repeat(depth)}${']'.repeat(depth)}`)
  },
  odd_value: (frame, chance) => changed(frame, chance, () => pick(ODD_VALUES, chance)),
  odd_whole: (_frame, chance) => JSON.stringify(pick(ODD_VALUES, chance)),
  prototype_name: (frame, chance) => {
    const name = JSON.stringify(pick(PROTOTYPE_NAMES, chance))
    const braces = [...frame.matchAll(/\{/g)].map(({ index }) => index)
    const at = pick(braces, chance)
    return `${frame.slice(0, at)}{${name}:${JSON.stringify(pick(ODD_VALUES, chance))},${frame.slice(at + 1)}`
  },
  prototype_key: (frame, chance) =>
    frame.replaceAll(/"(type|op|id|items|text)":/g, (key) =>
      chance() < 0.3 ? `${JSON.stringify(pick(PROTOTYPE_NAMES, chance))}:` : key,
    ),
  doubled: (frame) => frame + frame,
  dropped_field: (frame, chance) => changed(frame, chance, () => undefined),
  unknown_op: (frame, chance) =>
    frame.replace(/("op":\s*\{\s*"type":\s*)"\w+"/, `$1${JSON.stringify(pick(ODD_VALUES, chance))}`),
}

/** One value somewhere in the frame, replaced. */
const changed = (frame: string, chance: Chance, value: () => unknown): string => {
  const root: unknown = JSON.parse(frame)
  let at = root
  for (let depth = Math.floor(chance() * 4); ; depth--) {
    const keys = typeof at === 'object' && at !== null ? Object.keys(at) : []
    if (keys.length === 0) break
    const key = pick(keys, chance)
    const inner: unknown = Reflect.get(at as object, key)
    if (depth === 0 || typeof inner !== 'object' || inner === null) {
      Reflect.set(at as object, key, value())
      break
    }
    at = inner
  }
  return JSON.stringify(root)
}
