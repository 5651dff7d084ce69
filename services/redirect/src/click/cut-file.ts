import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Clicks of a segment up to `to` that were, or are about to be, published as one batch per shard. */
export interface Cut {
  to: number;
  shards: number;
  /** Milliseconds; the time that the batch's envelope carries. */
  at: number;
}

const ENTRY = 24;
const CUT = 1;
const ACK = 2;

/**
 * Remembers beside a segment where its batches end. A cut is written before its batch is published, so that whoever
 * publishes again after a crash sends the very same batch under the same id; an acknowledgement is written after.
 */
export class CutFile {
  private readonly fd: number;
  private end: number;
  ackedTo = 0;
  open: Cut | null = null;

  constructor(
    path: string,
    private readonly durable: boolean,
  ) {
    this.fd = openSync(path, 'a+');
    const bytes = readFileSync(this.fd);
    this.end = 0;
    while (this.end + ENTRY <= bytes.length && this.apply(bytes.subarray(this.end, this.end + ENTRY)))
      this.end += ENTRY;
    // A torn entry was never acted upon.
    if (this.end < bytes.length) ftruncateSync(this.fd, this.end);
  }

  cut(cut: Cut): void {
    this.write(CUT, cut);
    this.open = cut;
  }

  acknowledge(): void {
    if (!this.open) return;
    this.write(ACK, this.open);
    this.ackedTo = this.open.to;
    this.open = null;
  }

  close(): void {
    closeSync(this.fd);
  }

  private apply(entry: Buffer): boolean {
    if (crc32(entry.subarray(0, ENTRY - 4)) !== entry.readUInt32LE(ENTRY - 4)) return false;
    const cut = { to: entry.readUInt32LE(4), shards: entry.readUInt32LE(8), at: entry.readDoubleLE(12) };
    if (entry.readUInt32LE(0) === CUT) this.open = cut;
    else {
      this.ackedTo = cut.to;
      this.open = null;
    }
    return true;
  }

  private write(kind: number, cut: Cut): void {
    const entry = Buffer.alloc(ENTRY);
    entry.writeUInt32LE(kind, 0);
    entry.writeUInt32LE(cut.to, 4);
    entry.writeUInt32LE(cut.shards, 8);
    entry.writeDoubleLE(cut.at, 12);
    entry.writeUInt32LE(crc32(entry.subarray(0, ENTRY - 4)), ENTRY - 4);
    writeSync(this.fd, entry);
    if (this.durable) fdatasyncSync(this.fd);
    this.end += ENTRY;
  }
}
