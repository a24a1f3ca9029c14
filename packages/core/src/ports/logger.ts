/** One logger, built in `main`; a name and fields, one JSON line each. Pure code does not log: it returns reasons. */
export interface Logger {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void
  error(event: string, fields?: Readonly<Record<string, unknown>>): void
}
