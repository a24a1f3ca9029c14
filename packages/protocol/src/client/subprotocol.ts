/**
 * How a client proves itself where it can set no header: a browser's WebSocket can only name subprotocols, so the token
 * travels as one of them, beside the name of the protocol that the server answers with.
 */
export const SUBPROTOCOL = 'rawr'

const TOKEN_PREFIX = 'rawr.token.'

export const subprotocolsFor = (token: string): string[] => [SUBPROTOCOL, `${TOKEN_PREFIX}${token}`]

/** `null` where no subprotocol carries one. */
export const tokenOfSubprotocols = (offered: readonly string[]): string | null =>
  offered.find((name) => name.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length) ?? null
