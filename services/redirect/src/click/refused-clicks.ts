import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ShardClicks } from './batch.js';
import { codeOf, type Disk, PRIVATE_FILE, PRIVATE_FOLDER, remove, writeAll } from './disk.js';
import { RecordBatch } from './record.js';
import { SEGMENT_SUFFIX } from './segment.js';

const SUFFIX = '.refused';
const UNFINISHED = '.new';
const NAME = /^([0-9a-f-]{36}-00000001-0)\.(\d+)\.refused$/;
const KEEP_MS = 7 * 86_400_000;
const UNFINISHED_MS = 60_000;
/** With more than that something is wrong with the stream, not with the clicks: they wait in the log, as in an outage. */
const KEEP_BYTES = 64 * 1024 ** 2;

/** A file of clicks that JetStream did not take. */
export interface Refused {
  name: string;
  clicks: number;
  bytes: number;
  since: Date;
}

/**
 * Clicks that JetStream refused for good, kept for a week in files that are segments of the click log: to be sent again, one
 * is given to the living processes as what a dead one left. The name tells the batch, so that the same refusal after a crash
 * gives the same file, and how many clicks are in it.
 */
export class RefusedClicks {
  constructor(
    private readonly fs: Disk,
    private readonly folder: string,
    private readonly durable = false,
  ) {}

  /** Tells the name of the file. */
  keep(id: string, clicks: ShardClicks): string {
    const name = `${id}-00000001-0.${clicks.ends.length}${SUFFIX}`;
    const bytes = recordsOf(clicks);
    const others = this.list().filter((other) => other.name !== name);
    if (others.reduce((sum, other) => sum + other.bytes, bytes.length) > KEEP_BYTES) {
      throw new Error('there is no room for more clicks that JetStream refuses');
    }
    const path = join(this.folder, name);
    const file = this.fs.openSync(path + UNFINISHED, 'w', PRIVATE_FILE);
    try {
      writeAll(this.fs, file, bytes, 0);
      if (this.durable) this.fs.fdatasyncSync(file);
    } finally {
      this.fs.closeSync(file);
    }
    this.fs.renameSync(path + UNFINISHED, path);
    return name;
  }

  /** Oldest first. */
  list(): Refused[] {
    return readdirSync(this.folder)
      .flatMap((name) => {
        const clicks = NAME.exec(name)?.[2];
        const about = clicks === undefined ? null : aboutFile(join(this.folder, name));
        return about ? [{ name, clicks: Number(clicks), ...about }] : [];
      })
      .sort((one, other) => one.since.getTime() - other.since.getTime());
  }

  /** Forgets what is older than a week. Answers how many clicks are lost by that, each told to one process alone. */
  expire(now = Date.now()): number {
    for (const name of readdirSync(this.folder).filter((one) => one.endsWith(SUFFIX + UNFINISHED))) {
      const about = aboutFile(join(this.folder, name));
      if (about && now - about.since.getTime() > UNFINISHED_MS) remove(this.fs, join(this.folder, name));
    }
    return this.list()
      .filter(({ since }) => now - since.getTime() > KEEP_MS)
      .reduce((lost, { name, clicks }) => lost + (this.drop(name) ? clicks : 0), 0);
  }

  /** False: it is gone already. */
  drop(name: string): boolean {
    try {
      unlinkSync(join(this.folder, name));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Puts clicks back into the log: whatever process lives ships them within 10 s, else the next one that starts. */
  replay(name: string): void {
    const segment = NAME.exec(basename(name))?.[1];
    if (segment === undefined) throw new Error(`${name} is none of these files`);
    const processes = join(this.folder, 'v2');
    const owner = `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString('hex')}`;
    // Under a name that nobody takes over until the file is inside.
    const preparing = join(processes, `replay-${owner}`);
    mkdirSync(preparing, { recursive: true, mode: PRIVATE_FOLDER });
    renameSync(join(this.folder, name), join(preparing, segment + SEGMENT_SUFFIX));
    renameSync(preparing, join(processes, owner));
  }
}

function recordsOf({ json, ends, hashes }: ShardClicks): Buffer {
  const batch = new RecordBatch();
  const pieces: Buffer[] = [];
  let start = 0;
  ends.forEach((end, number) => {
    const click = json.toString('utf8', start, end);
    if (!batch.add(click, hashes[number] ?? 0, number)) {
      pieces.push(Buffer.from(batch.take()));
      batch.add(click, hashes[number] ?? 0, number);
    }
    start = end + 1;
  });
  return Buffer.concat([...pieces, batch.take()]);
}

// Null: another process was quicker.
function aboutFile(path: string): { bytes: number; since: Date } | null {
  const about = statSync(path, { throwIfNoEntry: false });
  return about ? { bytes: about.size, since: about.mtime } : null;
}
