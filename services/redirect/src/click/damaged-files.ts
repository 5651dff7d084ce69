import { constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Disk, PRIVATE_FILE, remove, writeAll } from './disk.js';

const SUFFIX = '.damaged';
const KEEP_MS = 7 * 86_400_000;
const KEEP_BYTES = 64 * 1024 ** 2;
const BLOCK = 512;

/** Bytes of a segment, and where they stand in it. */
export interface Unread {
  at: number;
  bytes: Buffer;
}

/**
 * Keeps what could not be read of a segment, at its place in a file of the same length otherwise empty: the clicks around
 * it were shipped, and their addresses have to go. For a week, and 64 MiB of all files together, the oldest go first; that
 * does not count into the log's limit.
 */
export class DamagedFiles {
  constructor(
    private readonly fs: Disk,
    private readonly folder: string,
  ) {}

  /** Tells the name of the file. */
  keep(segment: string, unread: Unread[]): string {
    const name = segment + SUFFIX;
    const file = this.fs.openSync(join(this.folder, name), constants.O_WRONLY | constants.O_CREAT, PRIVATE_FILE);
    try {
      for (const { at, bytes } of unread) writeAll(this.fs, file, bytes.subarray(0, KEEP_BYTES), at);
    } finally {
      this.fs.closeSync(file);
    }
    this.prune();
    return name;
  }

  prune(now = Date.now()): void {
    const files = readdirSync(this.folder)
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => ({ path: join(this.folder, name), ...aboutFile(join(this.folder, name)) }))
      .sort((one, other) => other.changedAt - one.changedAt);
    let bytes = 0;
    for (const file of files) {
      bytes += file.bytes;
      if (bytes > KEEP_BYTES || now - file.changedAt > KEEP_MS) remove(this.fs, file.path);
    }
  }
}

// Holes take no room.
function aboutFile(path: string): { bytes: number; changedAt: number } {
  const { blocks, mtimeMs } = statSync(path);
  return { bytes: blocks * BLOCK, changedAt: mtimeMs };
}
