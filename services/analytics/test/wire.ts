import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** What lies between one process and a server: it can be cut, or carry nothing any more. */
export class Wire {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private silent = false;
  /** Bytes from the server that still come through. */
  private left = Number.POSITIVE_INFINITY;
  port = 0;

  constructor(private readonly target: URL) {}

  /** The server at this end of the wire. */
  get url(): string {
    const url = new URL(this.target);
    [url.hostname, url.port] = ['127.0.0.1', String(this.port)];
    return url.href.replace(/\/$/, '');
  }

  async join(): Promise<void> {
    this.silent = false;
    this.left = Number.POSITIVE_INFINITY;
    const server = createServer((socket) => {
      if (this.silent) return this.hold(socket);
      const upstream = dial(Number(this.target.port), this.target.hostname);
      this.hold(socket);
      this.hold(upstream);
      socket.pipe(upstream).pipe(socket);
      upstream.on('data', (chunk: Buffer) => {
        this.left -= chunk.length;
        if (this.left <= 0 && !this.silent) this.silence();
      });
    });
    await new Promise<void>((done, fail) => server.once('error', fail).listen(this.port, '127.0.0.1', done));
    this.server = server;
    this.port = (server.address() as { port: number }).port;
  }

  /** Connections stay, and new ones are taken; nothing comes through, as with a server that hangs. */
  silence(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  silenceAfter(bytes: number): void {
    this.left = bytes;
  }

  async cut(): Promise<void> {
    const { server } = this;
    this.server = null;
    const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
  }
}
