/** Why a server closes a socket, in the range that WebSocket leaves to applications. */
export const CLOSE_CODE = {
  /** The first frame was no `hello`, or none came in time. */
  hello_required: 4000,
  /** No common protocol version: trying again cannot help. */
  unsupported_protocol: 4001,
  /** The daemon ends or is replaced. */
  going_away: 1001,
} as const
