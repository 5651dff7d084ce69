import { Socket } from 'node:net';
import type { NatsConnection } from '@nats-io/nats-core';

/** What lets go what was gathered. */
const gathering = new WeakMap<Socket, () => void>();

/**
 * What is written to NATS within one turn of the event loop goes to the kernel at once. The client writes for each request by
 * itself, and with many under way each such call costs more than the request's own work. Nothing is later for it: the turn's
 * end comes before anything else is waited for.
 *
 * The socket is the client's own affair: where it is not found, each write goes by itself, as ever.
 */
export function gatherWrites(connection: NatsConnection): void {
  adopt(connection);
  const close = connection.close.bind(connection);
  // It ends the socket at once, with what the turn has gathered.
  connection.close = () => {
    const socket = socketOf(connection);
    if (socket) gathering.get(socket)?.();
    return close();
  };
  void (async () => {
    // Each time with a new socket.
    for await (const { type } of connection.status()) if (type === 'reconnect') adopt(connection);
  })();
}

function socketOf(connection: NatsConnection): Socket | null {
  const { protocol } = connection as { protocol?: { transport?: { socket?: unknown } } };
  const socket = protocol?.transport?.socket;
  return socket instanceof Socket ? socket : null;
}

function adopt(connection: NatsConnection): void {
  const socket = socketOf(connection);
  if (socket === null || gathering.has(socket)) return;
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isCorked = false;
  const release = () => {
    if (isCorked) socket.uncork();
    isCorked = false;
  };
  const gathered = (...args: unknown[]): boolean => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(release);
    }
    return write(...args);
  };
  gathering.set(socket, release);
  socket.write = gathered;
}
