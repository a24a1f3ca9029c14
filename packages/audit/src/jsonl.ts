/** Lines of JSON: one value a line. A broken line, such as the torn last one after a crash, is skipped and counted. */

export const encodeLine = (value: object): string => `${JSON.stringify(value)}\n`

export type Lines<Value> = {
  readonly values: readonly Value[]
  /** Lines that are no JSON or not of the asked shape. */
  readonly skipped: number
}

/** `read` gives `null` for a value of another shape. */
export const decodeLines = <Value>(text: string, read: (value: unknown) => Value | null): Lines<Value> => {
  const values: Value[] = []
  let skipped = 0
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    if (line.trim() === '') continue
    const value = readLine(line, read)
    if (value === null) skipped += 1
    else values.push(value)
  }
  return { values, skipped }
}

const readLine = <Value>(line: string, read: (value: unknown) => Value | null): Value | null => {
  try {
    return read(JSON.parse(line))
  } catch {
    return null
  }
}
