/** Contexts of Nest's NATS transports, server and client. */
const TRANSPORTS = new Set<unknown>(['Server', 'ClientNats']);
const STATUS = /^Nats(Error|Status): type: "(disconnect|reconnect|forceReconnect|update|staleConnection|ldm|close)"/;

/**
 * Whether a line of Nest's only says how one of its connections to NATS is: each restart of the server would be an error for
 * every connection of every service. `NatsService` tells it once per service, as a warning.
 */
export const isTransportStatus = (message: unknown, rest: readonly unknown[]): boolean =>
  typeof message === 'string' && STATUS.test(message) && TRANSPORTS.has(rest.at(-1));
