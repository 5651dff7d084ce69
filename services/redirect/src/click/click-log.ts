import { join } from 'node:path';
import { GroupCommit } from './group-commit.js';
import { LogFolder } from './log-folder.js';
import { MAX_RECORD, RecordBatch } from './record.js';
import { SEGMENT_SUFFIX, Segment } from './segment.js';

export interface ClickLogOptions {
  directory: string;
  /** Of all segments of this process together; beyond it clicks are lost, and counted. */
  maxBytes: number;
  segmentBytes: number;
  /** `write`: survives the end of the process. `always`: survives the end of the machine (group-commit fdatasync). */
  sync: 'write' | 'always';
  onLoss: (clicks: number, reason: string) => void;
}

/** The append-only log of answered redirects, in segments that are deleted once they are shipped. */
export class ClickLog {
  readonly segments: Segment[] = [];
  /** Set by the shipper, to hear of new clicks. */
  onAppend: () => void = () => undefined;
  private readonly commit: GroupCommit | null;
  private readonly batch = new RecordBatch();
  private waiting: (() => void)[] = [];
  private scheduled = false;
  private active: Segment;
  private sequence = 0;
  private bytes = 0;

  private constructor(
    private readonly options: ClickLogOptions,
    private readonly folder: LogFolder,
  ) {
    this.commit = options.sync === 'always' ? new GroupCommit() : null;
    this.active = this.roll();
  }

  static async open(options: ClickLogOptions): Promise<ClickLog> {
    const log = new ClickLog(options, await LogFolder.open(options.directory));
    await log.adopt();
    return log;
  }

  /** Takes over what dead processes left in the same directory; their clicks are shipped before newer ones. */
  async adopt(): Promise<number> {
    const paths = await this.folder.adopt();
    const adopted = paths.map((path) => Segment.adopt(path, this.commit !== null));
    this.segments.unshift(...adopted);
    for (const segment of adopted) this.bytes += segment.size;
    if (adopted.length > 0) this.onAppend();
    return adopted.length;
  }

  /**
   * Stores a click and then calls `answer`. The clicks of one turn of the event loop share one write, and nobody is
   * answered before it returned. A click that cannot be stored (full log, failing disk) is answered all the same,
   * counted and told to `onLoss`.
   */
  append(json: string, hash: number, answer: () => void): void {
    if (json.length * 3 > MAX_RECORD) {
      this.lose(1, 'the click is too large');
      return answer();
    }
    if (!this.batch.add(json, hash)) {
      this.flush();
      this.batch.add(json, hash);
    }
    this.waiting.push(answer);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.flush();
    });
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

  /** Deletes sealed segments whose clicks are all shipped. */
  release(): void {
    for (const segment of this.segments.filter((one) => one.sealed && one.pending <= 0)) {
      this.segments.splice(this.segments.indexOf(segment), 1);
      this.bytes -= segment.size;
      segment.remove();
    }
  }

  /** Tells of clicks that cannot be had any more. */
  lose(clicks: number, reason: string): void {
    this.options.onLoss(clicks, reason);
  }

  /** Closes the log; what is not shipped stays for the next process. */
  close(): void {
    this.flush();
    this.active.sealed = true;
    this.release();
    for (const segment of this.segments) segment.close();
    this.folder.close();
  }

  private flush(): void {
    const clicks = this.batch.count;
    if (clicks === 0) return;
    const answers = this.waiting;
    this.waiting = [];
    const answerAll = () => {
      for (const answer of answers) answer();
    };
    const stored = this.write(this.batch.take(), clicks);
    if (stored && this.commit) this.commit.after(this.active, answerAll, (error) => this.lose(0, error.message));
    else answerAll();
    if (stored) this.onAppend();
  }

  private write(bytes: Buffer, clicks: number): boolean {
    try {
      if (this.bytes + bytes.length > this.options.maxBytes) throw new Error('the click log is full');
      if (this.active.size >= this.options.segmentBytes) this.active = this.roll();
      this.active.append(bytes);
      this.bytes += bytes.length;
      return true;
    } catch (error) {
      this.lose(clicks, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  private roll(): Segment {
    if (this.active) {
      this.active.sealed = true;
      this.release();
    }
    this.sequence += 1;
    const name = `${this.folder.name}-${String(this.sequence).padStart(8, '0')}${SEGMENT_SUFFIX}`;
    const segment = Segment.create(join(this.folder.path, name), this.commit !== null);
    this.segments.push(segment);
    return segment;
  }
}
