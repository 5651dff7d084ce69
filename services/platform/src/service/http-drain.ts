import { Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises';

/** Without a request for so long, who is left is believed to send none. */
const QUIET_MS = 100;
/** From the first answer that says "close" to the end of idle connections: the longest way of a request that crosses it. */
const AT_LEAST_MS = 300;
const AT_MOST_MS = 1_000;
/** Open requests get this long to finish once the service takes no new connections. */
const FINISH_WITHIN_MS = 10_000;
const ROUND_MS = 100;

/**
 * The end of an HTTP server under load. A connection that is closed while its client writes the next request costs that
 * request, which nobody may send twice. So clients are told first: every answer says `Connection: close`; then no new
 * connections; and those that nobody used for a while are closed last.
 */
export class HttpDrain {
  private readonly sockets = new Set<Socket>();
  private requests = 0;

  /** `server` does not listen yet. */
  constructor(private readonly server: HttpServer) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** From now on answers end their connections; new ones are still taken. */
  begin(): void {
    // The server itself calls it when it is closed.
    this.server.closeIdleConnections = () => this.closeIdle();
    // First, as the service itself may have answered when the next one looks.
    this.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.requests += 1;
      response.shouldKeepAlive = false;
    });
  }

  /** Takes no new connections, and waits for the requests of those that are there. `close` then ends the server. */
  async end(close: () => Promise<unknown>): Promise<void> {
    // Node's own would close idle connections in the same moment.
    Listener.prototype.close.call(this.server);
    await this.quiet();
    const cut = setTimeout(() => this.server.closeAllConnections(), FINISH_WITHIN_MS);
    // Those that were busy when it began become idle one by one, and their callers would keep them.
    const idle = setInterval(() => this.server.closeIdleConnections(), ROUND_MS);
    try {
      await close();
    } finally {
      clearTimeout(cut);
      clearInterval(idle);
    }
  }

  private async quiet(): Promise<void> {
    const since = performance.now();
    let seen = -1;
    while (this.sockets.size > 0) {
      const waited = performance.now() - since;
      if (waited >= AT_MOST_MS || (waited >= AT_LEAST_MS && seen === this.requests)) return;
      seen = this.requests;
      await delay(QUIET_MS);
      // Where the process itself was held up for so long, what came meanwhile is read first.
      await nextRound();
    }
  }

  private closeIdle(): void {
    // Node counts those as busy that never sent anything, as browsers open them ahead of need.
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    // And those as idle whose answer is made, and not yet taken by a slow client: it would be cut off.
    const slow = [...this.sockets].filter((socket) => socket.writableLength > 0);
    for (const socket of slow) socket.destroy = () => socket;
    HttpServer.prototype.closeIdleConnections.call(this.server);
    for (const socket of slow) Reflect.deleteProperty(socket, 'destroy');
  }
}
