import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codeOf, PRIVATE_FILE, PRIVATE_FOLDER } from './disk.js';
import { CUT_SUFFIX, FORMER_CUT_SUFFIX, FORMER_SEGMENT_SUFFIX, SEGMENT_SUFFIX } from './segment.js';

const SOCKET_SUFFIX = '.alive';
/** The kernel's limit for the path of a socket is 108 bytes on Linux and 104 on macOS. */
const MAX_SOCKET_PATH = 100;
/** Where processes have their folders; those of the former release have them one level higher. */
const VERSION = 'v2';
/** Folders that a process made: start, process id, random. Others are none of ours. */
const OURS = /^[0-9a-z]{7,10}-\d{1,10}-[0-9a-f]{8}$/;
export const newOwner = (): string => `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString('hex')}`;
const TAKEN = 'from-';
const KEPT_SUFFIX = '.kept';

type OnTrouble = (message: string, error: unknown) => void;

/**
 * This process's own folder in the click log. Several processes share CLICK_LOG_DIR, each with a folder of its own; a
 * socket beside the folder tells whether its owner lives, since the kernel closes it however the owner dies. What dead
 * owners left is moved in here: renaming a folder succeeds for one adopter only.
 */
export class LogFolder {
  private constructor(
    private readonly top: string,
    private readonly root: string,
    readonly name: string,
    private readonly alive: Server,
    private readonly onTrouble: OnTrouble,
  ) {}

  static async open(directory: string, onTrouble: OnTrouble): Promise<LogFolder> {
    const top = resolve(directory);
    mkdirSync(top, { recursive: true, mode: PRIVATE_FOLDER });
    hideFromFormer(top);
    const root = join(top, VERSION);
    mkdirSync(root, { recursive: true, mode: PRIVATE_FOLDER });
    const name = newOwner();
    // The socket is there before the folder, so a folder without a live socket has no owner.
    const alive = await listen(join(root, name + SOCKET_SUFFIX));
    try {
      mkdirSync(join(root, name), { mode: PRIVATE_FOLDER });
    } catch (error) {
      alive.close();
      throw error;
    }
    return new LogFolder(top, root, name, alive, onTrouble);
  }

  get path(): string {
    return join(this.root, this.name);
  }

  /** Where files of all processes lie. */
  get shared(): string {
    return this.top;
  }

  /** Moves the segments of dead processes into this folder; returns their paths, oldest first. */
  async adopt(): Promise<string[]> {
    const adopted: string[] = [];
    for (const folder of this.halfTaken()) this.flattenSafely(folder, adopted);
    for (const root of [this.top, this.root]) {
      for (const entry of readdirSync(root, { withFileTypes: true })) {
        const owner = entry.name.endsWith(SOCKET_SUFFIX) ? entry.name.slice(0, -SOCKET_SUFFIX.length) : entry.name;
        if (owner === this.name || !OURS.test(owner)) continue;
        try {
          if (owner !== entry.name) await clearSocket(root, entry.name);
          else if (entry.isDirectory() && !(await isAlive(join(root, entry.name + SOCKET_SUFFIX)))) {
            this.take(root, entry.name, adopted);
          }
        } catch (error) {
          this.onTrouble(`${entry.name} cannot be taken over`, error);
        }
      }
    }
    if (adopted.length > 0) this.clearCuts();
    return adopted.sort();
  }

  close(): void {
    this.alive.close();
    rmSync(join(this.root, this.name + SOCKET_SUFFIX), { force: true });
    if (readdirSync(this.path).length === 0) rmdirSync(this.path);
  }

  private take(root: string, name: string, adopted: string[]): void {
    const inside = join(this.path, TAKEN + name);
    try {
      renameSync(join(root, name), inside);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    this.flattenSafely(inside, adopted);
  }

  // What could not be moved stays in its folder, and is tried again with the next adoption.
  private flattenSafely(folder: string, adopted: string[]): void {
    try {
      this.flatten(folder, adopted);
    } catch (error) {
      this.onTrouble(`${folder} cannot be taken over as a whole`, error);
    }
  }

  private halfTaken(): string[] {
    return readdirSync(this.path)
      .filter((name) => name.startsWith(TAKEN))
      .map((name) => join(this.path, name));
  }

  // An adopter that died half way left folders inside its own: those are taken up as well. Cuts go before their segment,
  // so that a segment is never without them.
  private flatten(folder: string, adopted: string[]): void {
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name.startsWith(TAKEN)) this.flatten(join(folder, entry.name), adopted);
    }
    for (const { name } of entries) if (isCuts(name)) this.move(folder, name);
    for (const { name } of entries) if (isSegment(name)) adopted.push(this.move(folder, name));
    if (readdirSync(folder).length === 0) return rmdirSync(folder);
    // Somebody put things there that are none of ours.
    renameSync(folder, join(this.root, folder.slice(folder.lastIndexOf(TAKEN) + TAKEN.length) + KEPT_SUFFIX));
  }

  private move(folder: string, name: string): string {
    const path = join(this.path, name);
    renameSync(join(folder, name), path);
    chmodSync(path, PRIVATE_FILE);
    return path;
  }

  // Of segments that were deleted when their process died.
  private clearCuts(): void {
    const files = new Set(readdirSync(this.path));
    if (this.halfTaken().length > 0) return;
    for (const name of files) {
      const base = name.slice(0, name.lastIndexOf('.'));
      if (isCuts(name) && !files.has(base + SEGMENT_SUFFIX) && !files.has(base + FORMER_SEGMENT_SUFFIX)) {
        rmSync(join(this.path, name), { force: true });
      }
    }
  }
}

const isCuts = (name: string): boolean => name.endsWith(CUT_SUFFIX) || name.endsWith(FORMER_CUT_SUFFIX);
const isSegment = (name: string): boolean => name.endsWith(SEGMENT_SUFFIX) || name.endsWith(FORMER_SEGMENT_SUFFIX);

/**
 * A process of the former release on the same machine takes over every folder beside which no socket answers, and would
 * not know what to do with these. A link that leads to itself is no proof of death to it.
 */
function hideFromFormer(top: string): void {
  try {
    symlinkSync(VERSION + SOCKET_SUFFIX, join(top, VERSION + SOCKET_SUFFIX));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function clearSocket(root: string, socket: string): Promise<void> {
  const owner = join(root, socket.slice(0, -SOCKET_SUFFIX.length));
  if (existsSync(owner) || (await isAlive(join(root, socket)))) return;
  rmSync(join(root, socket), { force: true });
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
        socket.once('error', (error) => done(!['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))));
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
