import type { ShardClicks } from './batch.js';
import type { Loss } from './damage.js';
import { DamagedFiles, type Unread } from './damaged-files.js';
import { type Disk, disk, mayPass } from './disk.js';
import { GroupCommit } from './group-commit.js';
import { LogFolder } from './log-folder.js';
import { MAX_RECORD, numberAfter, RecordBatch } from './record.js';
import { RefusedClicks } from './refused-clicks.js';
import { Segment, type SegmentOptions } from './segment.js';

/** Addresses that were shipped leave the disk after this time, once the rest of their segment is shipped too. */
const KEEP_SHIPPED_MS = 30_000;
const TEND_EVERY_MS = 1_000;
const READ_PATIENCE_MS = 60_000;

export interface ClickLogOptions {
  directory: string;
  /** Of all segments of this process together; beyond it clicks are lost, and counted. */
  maxBytes: number;
  segmentBytes: number;
  /** `write`: survives the end of the process. `always`: survives the end of the machine (group-commit fdatasync). */
  sync: 'write' | 'always';
  onLoss: (clicks: number, reason: string) => void;
  /** JetStream does not take these clicks; they are kept. */
  onSetAside: (clicks: number, reason: string) => void;
  /** The disk refused something that loses no click. */
  onTrouble: (message: string, error: unknown) => void;
  disk?: Disk;
  /** How long a sector that cannot be read is tried again; a minute. */
  readPatienceMs?: number;
}

/** The append-only log of answered redirects, in segments that are deleted once they are shipped. */
export class ClickLog {
  readonly segments: Segment[] = [];
  /** Set by the shipper, to hear of new clicks. */
  onAppend: () => void = () => undefined;
  private readonly segmentOptions: SegmentOptions;
  private readonly commit: GroupCommit | null;
  private readonly batch = new RecordBatch();
  private tending: NodeJS.Timeout | null = null;
  private waiting: (() => void)[] = [];
  private scheduled = false;
  /** Null while the disk is too full for one. */
  private folder: LogFolder | null = null;
  /** There as soon as the folder is. */
  private refused: RefusedClicks | null = null;
  private active: Segment | null = null;
  private entering = false;
  private closed = false;
  private sequence = 0;
  /** Of the next click. */
  private number = 0;
  private bytes = 0;

  private constructor(private readonly options: ClickLogOptions) {
    const fs = options.disk ?? disk;
    const durable = options.sync === 'always';
    this.segmentOptions = {
      disk: fs,
      durable,
      patienceMs: options.readPatienceMs ?? READ_PATIENCE_MS,
      onTrouble: options.onTrouble,
    };
    this.commit = durable
      ? new GroupCommit(fs, (error) => options.onTrouble('clicks are written but not synced', error))
      : null;
    this.arm();
  }

  /** Fails when the folder is none that can be used; on a disk that is full it opens, and stores once there is room. */
  static async open(options: ClickLogOptions): Promise<ClickLog> {
    const log = new ClickLog(options);
    try {
      await log.enter();
    } catch (error) {
      if (!mayPass(error)) {
        log.close();
        throw error;
      }
      options.onTrouble('the click log cannot be opened yet; clicks are lost until it can', error);
    }
    return log;
  }

  /** Takes over what dead processes left in the same directory; their clicks are shipped before newer ones. */
  async adopt(): Promise<number> {
    if (!this.folder) return 0;
    this.kept?.prune();
    await this.lookAtRefused();
    const adopted = (await this.folder.adopt()).flatMap((path) => this.adoptOne(path));
    adopted.forEach((segment, index) => {
      const next = adopted[index + 1];
      if (next && segment.precedes(next)) segment.endNumber = next.first;
    });
    this.segments.unshift(...adopted);
    for (const segment of adopted) this.bytes += segment.size;
    if (adopted.length > 0) {
      this.arm();
      this.onAppend();
    }
    return adopted.length;
  }

  /**
   * Stores a click and then calls `answer`. The clicks of one turn of the event loop share one write, and nobody is
   * answered before it returned. A click that cannot be stored (full log, failing disk) is answered all the same,
   * counted and told to `onLoss`.
   */
  append(json: string, hash: number, answer: () => void): void {
    if (this.closed) {
      // Its files are another's by now.
      this.lose(1, 'the click log is closed');
      return answer();
    }
    if (json.length * 3 > MAX_RECORD) {
      this.lose(1, 'the click is too large');
      return answer();
    }
    if (!this.batch.add(json, hash, this.number)) {
      this.flush();
      this.batch.add(json, hash, this.number);
    }
    this.number = numberAfter(this.number);
    this.waiting.push(answer);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  /** Clicks of all processes of this machine that JetStream refused and that are kept; others' are seen when adopting. */
  get setAsideClicks(): number {
    return this.refused?.clicks ?? 0;
  }

  /** Bytes on disk, shipped or not. */
  get size(): number {
    return this.bytes;
  }

  get pendingBytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.pending, 0);
  }

  /** The oldest segment with clicks that were not shipped. */
  nextToShip(): Segment | null {
    return this.segments.find((segment) => segment.pending > 0) ?? null;
  }

  /** Deletes sealed segments whose clicks are all shipped. One that the disk keeps is tried again. */
  release(): void {
    for (const segment of this.segments.filter((one) => one.sealed && one.pending <= 0)) {
      try {
        segment.remove();
      } catch (error) {
        this.options.onTrouble(`${segment.name} is shipped and cannot be deleted`, error);
        continue;
      }
      this.segments.splice(this.segments.indexOf(segment), 1);
      this.bytes -= segment.size;
    }
  }

  /** Keeps unreadable bytes of a segment for whoever wants to look at them, and tells of the clicks that were in them. */
  loseDamaged(segment: Segment, unread: Unread[], { clicks, about }: Loss): void {
    let where = 'could not be kept';
    try {
      const file = this.kept?.keep(segment.name, unread);
      if (file) where = `are kept in ${file}`;
    } catch (error) {
      this.options.onTrouble('damaged bytes could not be kept', error);
    }
    const bytes = unread.reduce((sum, part) => sum + part.bytes.length, 0);
    this.lose(
      clicks,
      `${bytes} damaged bytes of ${segment.name} ${where}${about ? '; the number is an estimate' : ''}`,
    );
  }

  /** Keeps clicks that JetStream refuses for good, out of the way of the others. Fails while they cannot be kept. */
  async setAside(id: string, clicks: ShardClicks, error: unknown): Promise<void> {
    if (!this.refused) throw new Error('the click log cannot be opened');
    const file = await this.refused.keep(id, clicks);
    const reason = error instanceof Error ? error.message : String(error);
    this.options.onSetAside(clicks.ends.length, `${reason}; they are kept in ${file}`);
  }

  /** Tells of clicks that cannot be had any more. */
  lose(clicks: number, reason: string): void {
    this.options.onLoss(clicks, reason);
  }

  /** Makes what was not possible before, and takes shipped clicks off the disk in time. Once a second, while there is something of it. */
  tend(now = performance.now()): void {
    if (this.closed) return;
    try {
      if (!this.folder) this.enter().catch(() => undefined);
      else if (!this.active) this.roll();
      else if (now - this.active.shippedSince >= KEEP_SHIPPED_MS) this.roll();
      this.release();
      if (this.isAtRest) this.disarm();
    } catch (error) {
      this.makeRoom();
      this.options.onTrouble('the click log cannot begin a new segment', error);
    }
  }

  /** Closes the log; what is not shipped stays for the next process. */
  close(): void {
    this.closed = true;
    this.disarm();
    this.flush();
    if (this.active) this.active.sealed = true;
    this.release();
    for (const segment of this.segments) segment.close();
    try {
      this.folder?.close();
    } catch (error) {
      this.options.onTrouble('the folder of the click log cannot be cleared', error);
    }
  }

  /** Nothing is on the disk but a new segment without a click. */
  private get isAtRest(): boolean {
    return this.folder !== null && this.active !== null && this.active.size === 0 && this.segments.length === 1;
  }

  private arm(): void {
    if (!this.closed) this.tending ??= setInterval(() => this.tend(), TEND_EVERY_MS).unref();
  }

  private disarm(): void {
    if (this.tending) clearInterval(this.tending);
    this.tending = null;
  }

  private get kept(): DamagedFiles | null {
    return this.folder && new DamagedFiles(this.segmentOptions.disk, this.folder.shared);
  }

  private async lookAtRefused(): Promise<void> {
    const { refused } = this;
    if (!refused) return;
    try {
      await refused.read();
      const lost = await refused.expire();
      if (lost > 0) this.lose(lost, 'JetStream refused them and nobody sent them again for a week');
    } catch (error) {
      this.options.onTrouble('clicks that were set aside cannot be looked at', error);
    }
  }

  private async enter(): Promise<void> {
    if (this.entering) return;
    this.entering = true;
    try {
      this.folder ??= await LogFolder.open(this.options.directory, this.options.onTrouble);
      const { disk: fs, durable } = this.segmentOptions;
      this.refused ??= new RefusedClicks(fs, this.folder.shared, durable);
      if (this.closed) return this.folder.close();
      if (!this.active) this.roll();
      await this.adopt();
    } finally {
      this.entering = false;
    }
  }

  private adoptOne(path: string): Segment[] {
    try {
      return [Segment.adopt(this.segmentOptions, path)];
    } catch (error) {
      this.options.onTrouble(`${path} cannot be read; the next process tries again`, error);
      return [];
    }
  }

  private flush(): void {
    const clicks = this.batch.count;
    if (clicks === 0) return;
    const answers = this.waiting;
    this.waiting = [];
    const answerAll = () => {
      for (const answer of answers) answer();
    };
    const first = this.batch.first;
    const segment = this.write(this.batch.take(), clicks, first);
    if (segment && this.commit) this.commit.after(segment, answerAll);
    else answerAll();
    if (segment) this.onAppend();
  }

  /** Where it was written; null when it is lost. */
  private write(bytes: Buffer, clicks: number, first: number): Segment | null {
    this.arm();
    try {
      if (this.bytes + bytes.length > this.options.maxBytes) throw new Error('the click log is full');
      const segment = this.store(bytes, clicks, first);
      this.bytes += bytes.length;
      return segment;
    } catch (error) {
      // Their numbers go to the next ones: a gap means damage.
      this.number = first;
      this.lose(clicks, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  private store(bytes: Buffer, clicks: number, first: number): Segment {
    try {
      const segment = this.writable(first);
      segment.append(bytes, clicks);
      return segment;
    } catch (error) {
      if (!this.makeRoom()) throw error;
      const segment = this.writable(first);
      segment.append(bytes, clicks);
      return segment;
    }
  }

  /** On a full disk: deletes the current segment where all of it is shipped, before there is another one. */
  private makeRoom(): boolean {
    const { active } = this;
    if (!active || active.size === 0 || active.pending > 0) return false;
    active.sealed = true;
    this.active = null;
    this.release();
    return !this.segments.includes(active);
  }

  private writable(first: number): Segment {
    const { active } = this;
    if (active && active.size < this.options.segmentBytes) return active;
    if (!this.folder) throw new Error('the click log cannot be opened');
    try {
      return this.roll(first);
    } catch (error) {
      if (!active) throw error;
      // A larger segment is better than a lost click.
      this.options.onTrouble('the click log cannot begin a new segment', error);
      return active;
    }
  }

  // The new segment is there before the old one is sealed: a disk that refuses leaves everything as it was.
  private roll(first = this.batch.count > 0 ? this.batch.first : this.number): Segment {
    if (!this.folder) throw new Error('the click log cannot be opened');
    const { path, name } = this.folder;
    const segment = Segment.create(this.segmentOptions, path, name, this.sequence + 1, first);
    this.sequence += 1;
    const former = this.active;
    this.active = segment;
    this.segments.push(segment);
    if (former) former.sealed = true;
    this.release();
    return segment;
  }
}
