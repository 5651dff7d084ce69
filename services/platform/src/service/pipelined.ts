import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies ask one thing at a time on a connection; who asks more at once may wait for so many answers. */
const MAX_WAITING = 8;

/**
 * Bounds what one connection can have in work. Node reads ahead: of a client that writes thousands of requests in a row, each
 * is handed out at once and its answer kept until those before it are taken, which may be never. Who goes beyond the bound is
 * cut off before its requests reach anybody.
 */
export function limitPipelined(server: HttpServer): void {
  const waiting = new WeakMap<Socket, number>();
  const emit = server.emit.bind(server) as (event: string, ...details: unknown[]) => boolean;
  const admits = (socket: Socket, response: ServerResponse): boolean => {
    // What was read before the cut is still handed out.
    if (socket.destroyed) return false;
    // An answer has its socket at once where none before it is under way.
    if (response.socket) return true;
    const others = waiting.get(socket) ?? 0;
    if (others >= MAX_WAITING) {
      socket.destroy();
      return false;
    }
    waiting.set(socket, others + 1);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return true;
  };
  // No listener could keep a request from the others.
  server.emit = (event: string, ...details: unknown[]): boolean => {
    // By their places: it is done for every request.
    if (event === 'request' && !admits((details[0] as IncomingMessage).socket, details[1] as ServerResponse))
      return true;
    return emit(event, ...details);
  };
}
