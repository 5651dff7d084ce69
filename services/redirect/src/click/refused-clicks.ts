import { mkdirSync, renameSync, type Stats, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ShardClicks } from './batch.js';
import { codeOf, type Disk, PRIVATE_FILE, PRIVATE_FOLDER, remove, writeAll } from './disk.js';
import { newOwner } from './log-folder.js';
import { RecordBatch } from './record.js';
import { SEGMENT_SUFFIX } from './segment.js';

const SUFFIX = '.refused';
const UNFINISHED = '.new';
const NAME = /^([0-9a-f-]{36}-00000001-0)\.(\d+)\.refused$/;
const KEEP_MS = 7 * 86_400_000;
const UNFINISHED_MS = 60_000;
/** With more than that something is wrong with the stream, not with the clicks: they wait in the log, as in an outage. */
const KEEP_BYTES = 64 * 1024 ** 2;
/** Of `Stats.blocks`, whatever the file system's own are. */
const BLOCK = 512;
/** Files that are looked at in one turn of the event loop. */
const AT_ONCE = 64;

/** A file of clicks that JetStream did not take. */
export interface Refused {
  name: string;
  clicks: number;
  bytes: number;
  /** Bytes that it takes of the disk: of many small files, far more than are in them. */
  room: number;
  since: Date;
}

/**
 * Clicks that JetStream refused for good, kept for a week in files that are segments of the click log: to be sent again, one
 * is given to the living processes as what a dead one left. The name tells the batch, so that the same refusal after a crash
 * gives the same file, and how many clicks are in it. The folder is shared by all processes of the machine and may hold very
 * many: what is in it is known from the last `read`, and no visitor waits for any of this longer than for one file.
 */
export class RefusedClicks {
  private readonly files = new Map<string, Refused>();
  private unfinished: string[] = [];
  private room = 0;
  private readonly batch = new RecordBatch();
  /** In all files. */
  clicks = 0;

  constructor(
    private readonly fs: Disk,
    private readonly folder: string,
    private readonly durable = false,
  ) {}

  /** Tells the name of the file. */
  async keep(id: string, clicks: ShardClicks): Promise<string> {
    const name = `${id}-00000001-0.${clicks.ends.length}${SUFFIX}`;
    const bytes = recordsOf(clicks, this.batch);
    if (!this.hasRoom(name, bytes.length)) throw noRoom();
    const path = join(this.folder, name);
    const room = await this.write(path + UNFINISHED, bytes);
    // How much it takes of the disk is known only now.
    if (!this.hasRoom(name, room)) {
      remove(this.fs, path + UNFINISHED);
      throw noRoom();
    }
    this.fs.renameSync(path + UNFINISHED, path);
    // Else the machine may come back with the file under its unfinished name, though the clicks were acknowledged.
    if (this.durable) await this.sync(this.folder);
    this.add({ name, clicks: clicks.ends.length, bytes: bytes.length, room, since: new Date() });
    await turn();
    return name;
  }

  /** Learns what is in the folder now. Files never change, so only those that were not known are looked at. */
  async read(): Promise<void> {
    const known = [...this.files.keys()];
    const names = await this.fs.readdir(this.folder);
    const there = new Set(names);
    for (const name of known) if (!there.has(name)) this.forget(name);
    this.unfinished = names.filter((name) => name.endsWith(SUFFIX + UNFINISHED));
    const found = names.filter((name) => NAME.test(name) && !this.files.has(name));
    for (let at = 0; at < found.length; at += AT_ONCE) {
      await Promise.all(found.slice(at, at + AT_ONCE).map((name) => this.look(name)));
    }
  }

  /** Oldest first, as of the last `read`. */
  list(): Refused[] {
    return [...this.files.values()].sort((one, other) => one.since.getTime() - other.since.getTime());
  }

  /** Deletes what is older than a week. Answers how many clicks are lost by that, each told to one process alone. */
  async expire(now = Date.now()): Promise<number> {
    for (const name of this.unfinished) {
      const about = await this.about(name);
      if (about && now - about.since.getTime() > UNFINISHED_MS) remove(this.fs, join(this.folder, name));
    }
    let lost = 0;
    for (const { name, clicks, since } of this.list()) {
      if (now - since.getTime() <= KEEP_MS) break;
      // Another process may have set the same clicks aside since.
      const again = await this.look(name);
      if (again && now - again.since.getTime() > KEEP_MS && this.drop(name)) lost += clicks;
    }
    return lost;
  }

  /** False: it is gone already. */
  drop(name: string): boolean {
    this.forget(name);
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
    const owner = newOwner();
    // Under a name that nobody takes over until the file is inside.
    const preparing = join(processes, `replay-${owner}`);
    mkdirSync(preparing, { recursive: true, mode: PRIVATE_FOLDER });
    renameSync(join(this.folder, name), join(preparing, segment + SEGMENT_SUFFIX));
    renameSync(preparing, join(processes, owner));
    this.forget(name);
  }

  /** A file that is there already gives way to the new one. */
  private hasRoom(name: string, room: number): boolean {
    return this.room - (this.files.get(name)?.room ?? 0) + room <= KEEP_BYTES;
  }

  /** Answers what it takes of the disk. */
  private async write(path: string, bytes: Buffer): Promise<number> {
    const file = this.fs.openSync(path, 'w', PRIVATE_FILE);
    try {
      writeAll(this.fs, file, bytes, 0);
      if (this.durable) await promisify(this.fs.fdatasync)(file);
      return roomOf(this.fs.fstatSync(file));
    } finally {
      this.fs.closeSync(file);
    }
  }

  private async sync(path: string): Promise<void> {
    const file = this.fs.openSync(path, 'r');
    try {
      await promisify(this.fs.fdatasync)(file);
    } finally {
      this.fs.closeSync(file);
    }
  }

  /** Null: another process was quicker to delete it. */
  private async look(name: string): Promise<Refused | null> {
    const about = await this.about(name);
    if (!about) this.forget(name);
    else this.add({ name, clicks: Number(NAME.exec(name)?.[2] ?? 0), ...about });
    return this.files.get(name) ?? null;
  }

  private async about(name: string): Promise<Pick<Refused, 'bytes' | 'room' | 'since'> | null> {
    try {
      const stats = await this.fs.stat(join(this.folder, name));
      return { bytes: stats.size, room: roomOf(stats), since: stats.mtime };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  private add(file: Refused): void {
    this.forget(file.name);
    this.files.set(file.name, file);
    this.room += file.room;
    this.clicks += file.clicks;
  }

  private forget(name: string): void {
    const file = this.files.get(name);
    if (!file) return;
    this.files.delete(name);
    this.room -= file.room;
    this.clicks -= file.clicks;
  }
}

const noRoom = () => new Error('there is no room for more clicks that JetStream refuses');

// Some file systems tell of no blocks, or of none yet.
const roomOf = ({ size, blocks }: Stats): number => Math.max(size, (blocks || 0) * BLOCK);

function recordsOf({ json, ends, hashes }: ShardClicks, batch: RecordBatch): Buffer {
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
