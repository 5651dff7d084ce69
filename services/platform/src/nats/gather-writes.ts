import { Socket } from 'node:net';
import type { NatsConnection } from '@nats-io/nats-core';

const gathering = new WeakSet<Socket>();

/**
 * What is written to NATS within one turn of the event loop goes to the kernel at once. The client writes for each request by
 * itself, and with many under way each such call costs more than the request's own work. Nothing is later for it: the turn's
 * end comes before anything else is waited for.
 *
 * The socket is the client's own affair: where it is not found, each write goes by itself, as ever.
 */
export function gatherWrites(connection: NatsConnection): void {
  adopt(connection);
  void (async () => {
    // Each time with a new socket.
    for await (const { type } of connection.status()) if (type === 'reconnect') adopt(connection);
  })();
}

function adopt(connection: NatsConnection): void {
  const { protocol } = connection as { protocol?: { transport?: { socket?: unknown } } };
  const socket = protocol?.transport?.socket;
  if (!(socket instanceof Socket) || gathering.has(socket)) return;
  gathering.add(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isCorked = false;
  const gathered = (...args: unknown[]): boolean => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  socket.write = gathered;
}
