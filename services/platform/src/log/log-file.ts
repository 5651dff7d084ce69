import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface LogFileOptions {
  /** Beyond it a file is put aside and a new one begun. */
  readonly maxBytes: number;
  /** How many files that were put aside are kept, as `.1` (the youngest) and so on. */
  readonly keep: number;
  /** Told of each line that could not be kept. */
  readonly onLost?: () => void;
}

/** How often it is looked whether another process has begun a new file, or filled this one. */
const LOOK_EVERY_MS = 1_000;
/** While the disk refuses, opening is tried again that often. */
const REOPEN_EVERY_MS = 500;
/** A process that died while it put files aside holds its lock no longer than this. */
const LOCK_STALE_MS = 10_000;
const OWNER_ONLY = 0o600;

/**
 * A log that several processes append to. It never throws: what a full or failing disk does not take is counted and
 * dropped. Whoever sees that the file is full renames it, under a lock file; the others notice that the name leads to
 * another file and follow, so that at most a second's lines stand in the older one. Written synchronously, as the last
 * words of a process that ends are the most wanted; pino's own destination can neither follow nor drop.
 */
export class LogFile {
  private fd: number | null = null;
  private inode = 0;
  /** The file's size as far as it is known here: others append as well. */
  private size = 0;
  private lookAt = 0;
  private openAt = 0;
  /** The last write ended within a line. */
  private torn = false;

  constructor(
    readonly path: string,
    private readonly options: LogFileOptions,
  ) {}

  /** Appends a line that ends in a line break. False when it is lost. */
  write(line: string): boolean {
    try {
      this.follow();
      // One that cannot be put aside, as for want of file descriptors, must not fill the disk either.
      if (this.fd === null || this.size >= 2 * this.options.maxBytes) return this.lose();
      this.append(this.fd, Buffer.from(this.torn ? `\n${line}` : line));
      return true;
    } catch (error) {
      // A descriptor that is good for nothing any more is opened anew; one on a full disk is kept.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') this.close();
      return this.lose();
    }
  }

  close(): void {
    if (this.fd === null) return;
    try {
      closeSync(this.fd);
    } catch {
      // It was closed by somebody else, which is all that was wanted.
    }
    this.fd = null;
  }

  private append(fd: number, bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      const written = writeSync(fd, bytes, done);
      done += written;
      this.size += written;
      this.torn = done < bytes.length;
    }
  }

  private lose(): boolean {
    this.options.onLost?.();
    return false;
  }

  private follow(): void {
    const now = Date.now();
    if (this.fd === null) {
      if (now >= this.openAt) {
        this.openAt = now + REOPEN_EVERY_MS;
        this.open();
      }
    } else if (now >= this.lookAt || this.size >= this.options.maxBytes) {
      this.lookAt = now + LOOK_EVERY_MS;
      this.size = fstatSync(this.fd).size;
      if (inodeOf(this.path) === this.inode && this.size >= this.options.maxBytes) this.putAside();
      if (inodeOf(this.path) !== this.inode) this.open();
    }
  }

  /** The open file stays in use until the next one is there. */
  private open(): void {
    let next: number;
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      next = openSync(this.path, 'a', OWNER_ONLY);
    } catch (error) {
      if (this.fd !== null) return;
      throw error;
    }
    this.close();
    const { ino, size, mode } = fstatSync(next);
    this.fd = next;
    this.inode = ino;
    this.size = size;
    this.torn = false;
    this.lookAt = Date.now() + LOOK_EVERY_MS;
    // Made by a release that let everybody read it.
    if ((mode & 0o077) !== 0) fchmodSync(next, OWNER_ONLY);
  }

  private putAside(): void {
    const lock = `${this.path}.rotating`;
    if (!takeLock(lock)) return;
    try {
      // Another process may have been first.
      if (inodeOf(this.path) !== this.inode) return;
      shiftAside(this.path, this.options.keep);
    } catch {
      // The file goes on growing, to twice its size at most, until its folder lets it be renamed.
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

/** `youngest` becomes `path.1`, what was that `path.2` and so on; the last one goes. */
export function shiftAside(path: string, keep: number, youngest = path): void {
  rmSync(`${path}.${keep}`, { force: true });
  for (let number = keep - 1; number >= 0; number -= 1) {
    const older = number === 0 ? youngest : `${path}.${number}`;
    if (inodeOf(older) !== null) renameSync(older, `${path}.${number + 1}`);
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', OWNER_ONLY));
    return true;
  } catch {
    const held = statSync(lock, { throwIfNoEntry: false });
    // The next look takes it.
    if (held && Date.now() - held.mtimeMs > LOCK_STALE_MS) rmSync(lock, { force: true });
    return false;
  }
}
