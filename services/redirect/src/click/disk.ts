import {
  chmodSync,
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  read,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { readdir, stat } from 'node:fs/promises';

/** What the click log does to the disk. Passed in, so that tests can have a disk that is full or fails. */
export const disk = {
  chmodSync,
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  read,
  readdir: (path: string): Promise<string[]> => readdir(path),
  readSync,
  renameSync,
  stat: (path: string): Promise<Stats> => stat(path),
  unlinkSync,
  writeSync,
};
export type Disk = typeof disk;

/** Clicks hold addresses of visitors: nobody but the owner of the process reads them. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** A disk that is full or failing, in contrast to a folder that is configured wrongly. */
const PASSING = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY', 'ENOMEM']);

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';
export const mayPass = (error: unknown): boolean => PASSING.has(codeOf(error));

/** Deletes a file; one that is gone already is no error. */
export function remove(fs: Disk, path: string): void {
  try {
    fs.unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

export function writeAll(fs: Disk, fd: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done, bytes.length - done, at + done);
}

/** All of a small file; as much as can be read of one on a failing disk. */
export function readAll(fs: Disk, fd: number, max: number): Buffer {
  const bytes = Buffer.alloc(Math.min(fs.fstatSync(fd).size, max));
  let done = 0;
  while (done < bytes.length) {
    const count = fs.readSync(fd, bytes, done, bytes.length - done, done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
