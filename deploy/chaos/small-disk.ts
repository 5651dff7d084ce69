import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(256 * 1024);
const REFILL_MS = 100;

/** A file system of a few hundred megabytes, mounted on a folder, that can be filled and freed. Mounting it takes root. */
export class SmallDisk {
  private timer: NodeJS.Timeout | null = null;
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static mount(folder: string, megabytes: number): SmallDisk {
    if (process.getuid?.() !== 0 || process.platform !== 'linux') {
      throw new Error('a small file system is mounted for this run: start it as root on Linux');
    }
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'linkway-small-disk', folder]);
    return new SmallDisk(folder);
  }

  /** To the last byte, and again as soon as something leaves: a disk that is full stays so. */
  fill(): void {
    this.writeAll();
    this.timer = setInterval(() => this.writeAll(), REFILL_MS);
  }

  free(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    rmSync(this.filler, { force: true });
  }

  unmount(): void {
    this.free();
    execFileSync('umount', ['--lazy', this.folder]);
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }

  private writeAll(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (let size = CHUNK.length; size > 0; ) size = this.write(file, size) ? size : Math.floor(size / 16);
    } finally {
      closeSync(file);
    }
  }

  private write(file: number, size: number): boolean {
    try {
      return writeSync(file, CHUNK, 0, size) === size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return false;
    }
  }
}
