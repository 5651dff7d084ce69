import { closeSync, fstatSync, openSync, read, unlinkSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { CutFile } from './cut-file.js';

export const SEGMENT_SUFFIX = '.clicks';
export const CUT_SUFFIX = '.cuts';

const readAt = promisify(read);

/** One file of the click log and what is known of its shipping. Its name is unique for ever: batch ids come from it. */
export class Segment {
  readonly name: string;
  readonly cuts: CutFile;
  size: number;

  private constructor(
    private readonly path: string,
    readonly fd: number,
    durable: boolean,
    /** Nothing more is written to it. */
    public sealed: boolean,
    /** Its records were written by this process. */
    readonly own: boolean,
  ) {
    this.name = basename(path, SEGMENT_SUFFIX);
    this.size = fstatSync(fd).size;
    this.cuts = new CutFile(path.slice(0, -SEGMENT_SUFFIX.length) + CUT_SUFFIX, durable);
  }

  static create(path: string, durable: boolean): Segment {
    return new Segment(path, openSync(path, 'wx+'), durable, false, true);
  }

  /** A segment that another process left behind. */
  static adopt(path: string, durable: boolean): Segment {
    return new Segment(path, openSync(path, 'r+'), durable, true, false);
  }

  /** Writes at the known end, so that the rest of a write that failed half way is overwritten by the next. */
  append(frame: Buffer): void {
    for (let done = 0; done < frame.length; ) {
      done += writeSync(this.fd, frame, done, frame.length - done, this.size + done);
    }
    this.size += frame.length;
  }

  get pending(): number {
    return this.size - this.cuts.ackedTo;
  }

  /** What stands at `from`, as much as there is and `buffer` takes; the part of `buffer` that holds it. */
  async read(from: number, buffer: Buffer): Promise<Buffer> {
    const length = Math.min(buffer.length, this.size - from);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await readAt(this.fd, buffer, done, length - done, from + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return buffer.subarray(0, done);
  }

  close(): void {
    closeSync(this.fd);
    this.cuts.close();
  }

  remove(): void {
    this.close();
    // The segment first: cuts without it do no harm, but it without them would be shipped again.
    unlinkSync(this.path);
    unlinkSync(this.path.slice(0, -SEGMENT_SUFFIX.length) + CUT_SUFFIX);
  }
}
