/** `@rawr/protocol/testing`: what every package's tests use. */
export { drawMachine, type Sample, type Walk } from './walk-machine.ts'
