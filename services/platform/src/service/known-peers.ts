import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets everything rely on where a request comes from, however late it asks. Node asks the system for a peer's address when it is wanted first, and then
 * keeps it; of a client that has reset its connection by then the system knows none, while what it had sent is still read and answered.
 * Who has gone before that at once wants nothing. For servers on a host and a port: a peer on a socket of the file system has no address.
 */
export function knowPeers(server: Server): void {
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy();
  });
}
