/** `@rawr/protocol/client`: the typed client. */

export { CLOSE_CODE } from './close-code.ts'
export { PENDING_MAX, startLink, transitionLink } from './connection.ts'
export type { CloseReason, LinkEffect, LinkEvent, LinkItem, LinkState } from './link-state.ts'
export {
  type ConnectOptions,
  connectRawr,
  type Endpoint,
  LinkClosedError,
  type RawrClient,
  type SocketConstructor,
  type SocketLike,
  type SubmitOptions,
} from './rawr-client.ts'
export { SUBPROTOCOL, subprotocolsFor, tokenOfSubprotocols } from './subprotocol.ts'
