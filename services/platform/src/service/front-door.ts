import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** What Fastify itself takes where nothing is said. */
const KEEP_ALIVE_MS = 72_000;

export type DoorOptions = Pick<
  FastifyHttpOptions<Server>,
  'http' | 'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout'
>;

/**
 * The HTTP server of a service, which may be open before the service is there. Who answers can change while it is open:
 * connections stay, and none is refused in between.
 */
export class FrontDoor {
  readonly server: Server;
  private listener: RequestListener | null = null;

  constructor(options: DoorOptions = {}) {
    this.server = createServer(options.http ?? {});
    this.server.keepAliveTimeout = options.keepAliveTimeout ?? KEEP_ALIVE_MS;
    this.server.requestTimeout = options.requestTimeout ?? 0;
    this.server.setTimeout(options.connectionTimeout ?? 0);
  }

  /** Who answers from now on. Requests that are under way stay with whoever began them. */
  answerWith(listener: RequestListener): void {
    if (this.listener) this.server.removeListener('request', this.listener);
    this.listener = listener;
    this.server.on('request', listener);
  }

  /** Opens it ahead of the service, whose own listening then finds it open. */
  async open(port: number, host: string): Promise<void> {
    const { server } = this;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    server.listen = () => {
      process.nextTick(() => server.emit('listening'));
      return server;
    };
  }

  /** Takes nobody in any more; resolves once nobody is there. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }

  /** Ends it with all its connections, where no service comes that would drain it. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const ended = this.ended();
    this.server.closeAllConnections();
    await ended;
  }
}
