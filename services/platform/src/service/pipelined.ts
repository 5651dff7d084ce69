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
  /** Those that came while another one was in work; one of them may be in work by now. */
  const behind = new WeakMap<Socket, Set<ServerResponse>>();
  const emit = server.emit.bind(server) as (event: string, ...details: unknown[]) => boolean;
  const admits = (socket: Socket, response: ServerResponse): boolean => {
    // What was read before the cut is still handed out.
    if (socket.destroyed) return false;
    // An answer has its socket at once where none before it is under way.
    if (response.socket) return true;
    const others = behind.get(socket) ?? new Set();
    if (others.size >= MAX_WAITING && waiting(others) >= MAX_WAITING) {
      socket.destroy();
      return false;
    }
    behind.set(socket, others.add(response));
    response.once('close', () => others.delete(response));
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

const waiting = (responses: Set<ServerResponse>): number => [...responses].filter(({ socket }) => !socket).length;
