// A folder in memory for what tests write: PostgreSQL makes a database there ten times as fast as on many a disk.
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const SHARED = '/dev/shm';
const NAME = /^linkway-checks-(\d+)$/;
/** `npm test` writes less than 2 GiB there at once. */
const ROOM_BYTES = 8 * 1024 ** 3;

/** Makes the folder of this process, null where there is no memory for it; removes those of processes that are gone. */
export function makeMemoryFolder(shared = SHARED, roomBytes = ROOM_BYTES) {
  try {
    for (const name of readdirSync(shared)) {
      const pid = NAME.exec(name)?.[1];
      if (pid && !isAlive(Number(pid))) rmSync(join(shared, name), { recursive: true, force: true });
    }
    const { bavail, bsize } = statfsSync(shared);
    const free = process.availableMemory?.() ?? freemem();
    if (Math.min(bavail * bsize, free) < roomBytes) return null;
    const folder = join(shared, `linkway-checks-${process.pid}`);
    mkdirSync(folder);
    // PostgreSQL runs as another account where the tests run as root.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
