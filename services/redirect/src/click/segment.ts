import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CutFile } from './cut-file.js';
import { findRecord, type Loss, lossAtEnd, lossBetween } from './damage.js';
import { codeOf, type Disk, PRIVATE_FILE, remove, writeAll } from './disk.js';
import { readFormerCuts } from './former-cuts.js';
import { countBetween, MAX_RECORD, NUMBERED, numberAfter, type RecordFormat, UNNUMBERED } from './record.js';

/** The version of a segment is the end of its name; the former one is only read. */
export const SEGMENT_SUFFIX = '.clicks2';
export const CUT_SUFFIX = '.cuts2';
export const FORMER_SEGMENT_SUFFIX = '.clicks';
export const FORMER_CUT_SUFFIX = '.cuts';

const NUMBERED_NAME = /^(.+)-(\d{8})-([0-9a-z]{1,7})$/;
const SEARCH_BYTES = 4 * MAX_RECORD;
const SECTOR = 4_096;

export interface SegmentOptions {
  disk: Disk;
  durable: boolean;
  /** How long a read that fails is tried again. */
  patienceMs: number;
  onTrouble: (message: string, error: unknown) => void;
}

/** What is skipped because it cannot be read. */
export interface Skip extends Loss {
  to: number;
  next: number | null;
}

/** One file of the click log and what is known of its shipping. Its name is unique for ever: batch ids come from it. */
export class Segment {
  readonly cuts: CutFile;
  readonly first: number | null;
  size: number;
  /** Number behind the last record; null where only the records themselves tell. */
  endNumber: number | null = null;
  /** When the first of its clicks was shipped, in milliseconds of a clock that nobody sets. */
  shippedSince = Number.POSITIVE_INFINITY;
  private closed = false;
  private failingSince = 0;

  private constructor(
    private readonly options: SegmentOptions,
    private readonly path: string,
    readonly name: string,
    readonly format: RecordFormat,
    readonly fd: number,
    /** Nothing more is written to it. */
    public sealed: boolean,
    /** Its records were written by this process. */
    readonly own: boolean,
  ) {
    this.size = options.disk.fstatSync(fd).size;
    const first = NUMBERED_NAME.exec(name)?.[3];
    this.first = format.numbered && first !== undefined ? Number.parseInt(first, 36) : null;
    this.cuts = new CutFile(
      options.disk,
      this.cutPath,
      options.durable,
      format.numbered ? { first: this.first } : { first: null, former: formerCuts(this.base + FORMER_CUT_SUFFIX) },
      (error) => options.onTrouble(`the cuts of ${name} cannot be kept`, error),
    );
  }

  /** A new one, with room for its cuts on disk before it takes its first click. */
  static create(options: SegmentOptions, folder: string, owner: string, sequence: number, first: number): Segment {
    const name = `${owner}-${String(sequence).padStart(8, '0')}-${first.toString(36)}`;
    const path = join(folder, name + SEGMENT_SUFFIX);
    const cutPath = join(folder, name + CUT_SUFFIX);
    const { disk } = options;
    try {
      CutFile.reserve(disk, cutPath);
      const fd = disk.openSync(path, 'wx+', PRIVATE_FILE);
      const segment = new Segment(options, path, name, NUMBERED, fd, false, true);
      segment.endNumber = first;
      if (options.durable) syncFolder(options, folder);
      return segment;
    } catch (error) {
      remove(disk, cutPath);
      throw error;
    }
  }

  /** A segment that another process left behind. */
  static adopt(options: SegmentOptions, path: string): Segment {
    const numbered = path.endsWith(SEGMENT_SUFFIX);
    const name = basename(path, numbered ? SEGMENT_SUFFIX : FORMER_SEGMENT_SUFFIX);
    const fd = options.disk.openSync(path, 'r', PRIVATE_FILE);
    return new Segment(options, path, name, numbered ? NUMBERED : UNNUMBERED, fd, true, false);
  }

  /** Writes at the known end, so that the rest of a write that failed half way is overwritten by the next. */
  append(frame: Buffer, clicks: number): void {
    try {
      writeAll(this.options.disk, this.fd, frame, this.size);
    } catch (error) {
      this.cutBack();
      throw error;
    }
    this.size += frame.length;
    this.endNumber = numberAfter(this.endNumber ?? 0, clicks);
  }

  get pending(): number {
    return this.size - this.cuts.ackedTo;
  }

  acknowledge(now = performance.now()): void {
    this.cuts.acknowledge();
    this.shippedSince = Math.min(this.shippedSince, now);
  }

  /** Whether `next` was written right after this segment, so that its first number is where this one ends. */
  precedes(next: Segment): boolean {
    const own = NUMBERED_NAME.exec(this.name);
    const other = NUMBERED_NAME.exec(next.name);
    return own !== null && other !== null && own[1] === other[1] && Number(own[2]) + 1 === Number(other[2]);
  }

  /** What stands at `from`, as much as there is and `buffer` takes; the part of `buffer` that holds it. */
  async read(from: number, buffer: Buffer, end = this.size): Promise<Buffer> {
    const length = Math.max(0, Math.min(buffer.length, end - from));
    let done = 0;
    while (done < length) {
      const count = await this.readSome(buffer, done, length - done, from + done);
      if (count === 0) break;
      done += count;
    }
    return buffer.subarray(0, done);
  }

  /** Looks behind unreadable bytes at `from` for the next sound record, however far away. */
  async skip(from: number, expected: number | null): Promise<Skip> {
    const { size, endNumber, format } = this;
    const buffer = Buffer.allocUnsafe(SEARCH_BYTES);
    for (let at = from; at < size; at += SEARCH_BYTES - MAX_RECORD - format.header) {
      const bytes = await this.read(at, buffer, size);
      const found = findRecord(bytes, 0, format, expected, at - from);
      if (found) return this.skipTo(from, at + found.at, expected, found.number);
      if (at + bytes.length >= size || bytes.length === 0) break;
    }
    if (expected !== null && endNumber !== null) {
      return { to: size, next: endNumber, clicks: countBetween(expected, endNumber), about: false };
    }
    return { to: size, next: null, ...lossAtEnd(await this.copy(from, size), format, expected) };
  }

  /** The bytes from `from` to `to`. */
  copy(from: number, to: number): Promise<Buffer> {
    return this.read(from, Buffer.allocUnsafe(to - from), to);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.options.disk.closeSync(this.fd);
    this.cuts.close();
  }

  /** Deletes it; may be called again when the disk refused. */
  remove(): void {
    const { disk } = this.options;
    // The segment first: cuts without it do no harm, but it without them would be shipped again.
    remove(disk, this.path);
    remove(disk, this.cutPath);
    if (!this.format.numbered) remove(disk, this.base + FORMER_CUT_SUFFIX);
    this.close();
  }

  private get base(): string {
    return join(this.path, '..', this.name);
  }

  private get cutPath(): string {
    return this.base + CUT_SUFFIX;
  }

  private async skipTo(from: number, to: number, expected: number | null, next: number | null): Promise<Skip> {
    const exact = expected !== null && next !== null;
    const bytes = exact ? Buffer.alloc(0) : await this.copy(from, to);
    return { to, next, ...lossBetween(bytes, this.format, expected, next) };
  }

  // So that a process that reads it after a crash finds no click that was told as lost.
  private cutBack(): void {
    try {
      this.options.disk.ftruncateSync(this.fd, this.size);
    } catch (error) {
      this.options.onTrouble(`the end of ${this.name} cannot be cut back`, error);
    }
  }

  // A read that fails is tried again for a while, by whoever asks. Then its sector counts as empty, which is damage, so
  // that what lies around it can be read.
  private async readSome(buffer: Buffer, at: number, length: number, position: number): Promise<number> {
    try {
      return await this.readPart(buffer, at, length, position);
    } catch (error) {
      if (codeOf(error) !== 'EIO') throw error;
      if (this.failingSince === 0) this.failingSince = performance.now();
      if (performance.now() - this.failingSince < this.options.patienceMs) throw error;
      const sector = Math.min(length, SECTOR - (position % SECTOR));
      if (sector < length) return this.readSome(buffer, at, sector, position);
      buffer.fill(0, at, at + length);
      return length;
    }
  }

  private readPart(buffer: Buffer, at: number, length: number, position: number): Promise<number> {
    return new Promise((done, fail) => {
      this.options.disk.read(this.fd, buffer, at, length, position, (error, count) =>
        error ? fail(error) : done(count),
      );
    });
  }
}

// Else the machine may come back without the names of files whose contents it kept.
function syncFolder({ disk, onTrouble }: SegmentOptions, folder: string): void {
  try {
    const fd = disk.openSync(folder, 'r');
    try {
      disk.fdatasyncSync(fd);
    } finally {
      disk.closeSync(fd);
    }
  } catch (error) {
    onTrouble('the folder of the click log cannot be synced', error);
  }
}

function formerCuts(path: string) {
  try {
    return readFormerCuts(readFileSync(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return readFormerCuts(Buffer.alloc(0));
    throw error;
  }
}
