import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CUT_SUFFIX, SEGMENT_SUFFIX } from './segment.js';

const SOCKET_SUFFIX = '.alive';
/** The kernel's limit for the path of a socket is 108 bytes on Linux and 104 on macOS. */
const MAX_SOCKET_PATH = 100;

/**
 * This process's own folder in the click log. Several processes share CLICK_LOG_DIR, each with a folder of its own; a
 * socket beside the folder tells whether its owner lives, since the kernel closes it however the owner dies. What dead
 * owners left is moved in here: renaming a folder succeeds for one adopter only.
 */
export class LogFolder {
  private constructor(
    private readonly root: string,
    readonly name: string,
    private readonly alive: Server,
  ) {}

  static async open(directory: string): Promise<LogFolder> {
    const root = resolve(directory);
    mkdirSync(root, { recursive: true });
    const name = `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString('hex')}`;
    // The socket is there before the folder, so a folder without a live socket has no owner.
    const alive = await listen(join(root, name + SOCKET_SUFFIX));
    mkdirSync(join(root, name));
    return new LogFolder(root, name, alive);
  }

  get path(): string {
    return join(this.root, this.name);
  }

  /** Moves the segments of dead processes into this folder; returns their paths, oldest first. */
  async adopt(): Promise<string[]> {
    const adopted: string[] = [];
    for (const entry of readdirSync(this.root, { withFileTypes: true })) {
      if (entry.name === this.name || entry.name === this.name + SOCKET_SUFFIX) continue;
      if (entry.name.endsWith(SOCKET_SUFFIX)) await this.clearSocket(entry.name);
      else if (entry.isDirectory() && !(await isAlive(join(this.root, entry.name + SOCKET_SUFFIX)))) {
        adopted.push(...this.take(entry.name));
      }
    }
    return adopted.sort();
  }

  close(): void {
    this.alive.close();
    rmSync(join(this.root, this.name + SOCKET_SUFFIX), { force: true });
    if (readdirSync(this.path).length === 0) rmdirSync(this.path);
  }

  private take(name: string): string[] {
    const inside = join(this.path, `from-${name}`);
    try {
      renameSync(join(this.root, name), inside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    return this.flatten(inside);
  }

  // An adopter that died half way left folders inside its own: those are taken up as well. Cuts go before their segment,
  // so that a segment is never without them.
  private flatten(folder: string): string[] {
    const taken: string[] = [];
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries) {
      if (entry.isDirectory()) taken.push(...this.flatten(join(folder, entry.name)));
      else if (entry.name.endsWith(CUT_SUFFIX)) renameSync(join(folder, entry.name), join(this.path, entry.name));
    }
    for (const entry of entries) {
      if (!entry.name.endsWith(SEGMENT_SUFFIX)) continue;
      const path = join(this.path, entry.name);
      renameSync(join(folder, entry.name), path);
      taken.push(path);
    }
    rmSync(folder, { recursive: true });
    return taken;
  }

  private async clearSocket(socket: string): Promise<void> {
    const owner = join(this.root, socket.slice(0, -SOCKET_SUFFIX.length));
    if (existsSync(owner) || (await isAlive(join(this.root, socket)))) return;
    rmSync(join(this.root, socket), { force: true });
  }
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await withShortPath(
    path,
    (short) => new Promise<void>((done, fail) => server.once('error', fail).listen(short, done)),
  );
  server.unref();
  return server;
}

/** Only a socket that nobody listens on any more (or none at all) is proof of death; a full backlog is life. */
function isAlive(path: string): Promise<boolean> {
  return withShortPath(
    path,
    (short) =>
      new Promise<boolean>((done) => {
        const socket = connect(short, () => {
          socket.destroy();
          done(true);
        });
        socket.once('error', (error: NodeJS.ErrnoException) =>
          done(!['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')),
        );
      }),
  );
}

async function withShortPath<T>(path: string, use: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return use(path);
  const link = join(tmpdir(), `lw-${randomBytes(6).toString('hex')}`);
  const slash = path.lastIndexOf('/');
  symlinkSync(path.slice(0, slash), link);
  try {
    return await use(link + path.slice(slash));
  } finally {
    unlinkSync(link);
  }
}
