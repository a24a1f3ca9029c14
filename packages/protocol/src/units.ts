/** Numbers with a unit. A bare `number` in an interface says nothing; these say what is counted and in which range. */
import { z } from 'zod'

/** Model tokens, a whole number ≥ 0. Where it was counted is told by a {@link TokenSource} beside it. */
export const Tokens = z.number().int().nonnegative()
export type Tokens = z.infer<typeof Tokens>

/** What is left of the effective window, a whole number 0…100 (DESIGN §6, "Pressure"). */
export const Percent = z.number().int().min(0).max(100)
export type Percent = z.infer<typeof Percent>

/** Milliseconds since 1970-01-01 UTC. */
export const UnixMillis = z.number().int().nonnegative()
export type UnixMillis = z.infer<typeof UnixMillis>

/** A span of time in milliseconds, ≥ 0. */
export const Millis = z.number().nonnegative()
export type Millis = z.infer<typeof Millis>

/** Position of a logged event in its thread: 1, 2, 3 … without holes. */
export const Seq = z.number().int().nonnegative()
export type Seq = z.infer<typeof Seq>

/** Where a token figure comes from: the provider's report, an exact tokenizer, or bytes divided per kind of text. */
export const TokenSource = z.enum(['reported', 'tokenizer', 'divisors'])
export type TokenSource = z.infer<typeof TokenSource>
