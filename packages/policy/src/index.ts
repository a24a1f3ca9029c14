/** `@rawr/policy`: when to compact, and why. Pure; imports the protocol and nothing else. */
export { contextUsage, effectiveTokens, outputReserve, type Pressure, type WindowLimits } from './context-pressure.ts'
