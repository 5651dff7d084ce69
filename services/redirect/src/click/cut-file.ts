import { crc32 } from 'node:zlib';
import { type Disk, PRIVATE_FILE, readAll, writeAll } from './disk.js';
import type { FormerCuts } from './former-cuts.js';

/** Clicks of a segment up to `to` that were, or are about to be, published as one batch per shard. */
export interface Cut {
  to: number;
  shards: number;
  /** Milliseconds; the time that the batch's envelope carries. */
  at: number;
  /** Clicks in it; null where the former release cut. */
  clicks: number | null;
  /** Number of the record behind it; null where records have none. */
  next: number | null;
  /** Cut by the release whose batch ids did not hold the end. */
  former?: boolean;
}

/** u32 sequence, u32 kind, u32 from, u32 to, u32 number at from, u32 next, u32 numbered, u32 clicks, u32 shards, f64 at, CRC32. */
const SLOT = 64;
const SLOTS = 64;
const CHECKED = SLOT - 4;
const CUT = 1;
const ACK = 2;

interface Entry {
  sequence: number;
  ackedTo: number;
  number: number | null;
  open: Cut | null;
}

/**
 * Remembers beside a segment where its batches end. A cut is written before its batch is published, so that whoever
 * publishes again after a crash sends the very same batch under the same id; an acknowledgement is written after. The file
 * is a ring that has its full size from the start, each slot tells all: so what is stored can be shipped, and its room
 * freed, on a disk that is full. Should a write fail all the same, it goes on in memory: after a crash clicks may then be
 * published twice, in other batches, and analytics drops the repetitions by their event ids.
 */
export class CutFile {
  private fd: number | null = null;
  private sequence = 0;
  ackedTo: number;
  open: Cut | null;
  /** Number of the record at `ackedTo`, where known. */
  number: number | null;

  constructor(
    private readonly fs: Disk,
    path: string,
    private readonly durable: boolean,
    /** Where a segment stands of which nothing is remembered here. */
    start: { first: number | null; former?: FormerCuts },
    private readonly onTrouble: (error: unknown) => void,
  ) {
    this.number = start.first;
    this.ackedTo = start.former?.ackedTo ?? 0;
    const open = start.former?.open ?? null;
    this.open = open && { ...open, clicks: null, next: null, former: true };
    const latest = this.load(path);
    if (!latest) return;
    this.sequence = latest.sequence;
    this.ackedTo = latest.ackedTo;
    this.number = latest.number;
    this.open = latest.open;
  }

  /** Makes the file in its full size, or throws. */
  static reserve(fs: Disk, path: string): void {
    const fd = fs.openSync(path, 'wx', PRIVATE_FILE);
    try {
      writeAll(fs, fd, Buffer.alloc(SLOT * SLOTS), 0);
    } finally {
      fs.closeSync(fd);
    }
  }

  cut(cut: Cut): void {
    this.write(CUT, cut);
    this.open = cut;
  }

  acknowledge(): void {
    if (!this.open) return;
    this.write(ACK, this.open);
    this.ackedTo = this.open.to;
    this.number = this.open.next;
    this.open = null;
  }

  close(): void {
    if (this.fd !== null) this.fs.closeSync(this.fd);
    this.fd = null;
  }

  private load(path: string): Entry | null {
    try {
      this.fd = this.fs.openSync(path, 'r+', PRIVATE_FILE);
    } catch {
      return this.begin(path);
    }
    try {
      return latestIn(readAll(this.fs, this.fd, SLOT * SLOTS));
    } catch (error) {
      this.onTrouble(error);
      return null;
    }
  }

  // Lost with the crash, or a segment of the former release.
  private begin(path: string): null {
    try {
      CutFile.reserve(this.fs, path);
      this.fd = this.fs.openSync(path, 'r+', PRIVATE_FILE);
    } catch (error) {
      this.onTrouble(error);
    }
    return null;
  }

  private write(kind: number, cut: Cut): void {
    if (this.fd === null) return;
    this.sequence += 1;
    const slot = Buffer.alloc(SLOT);
    slot.writeUInt32LE(this.sequence, 0);
    slot.writeUInt32LE(kind, 4);
    slot.writeUInt32LE(this.ackedTo, 8);
    slot.writeUInt32LE(cut.to, 12);
    slot.writeUInt32LE(this.number ?? 0, 16);
    slot.writeUInt32LE(cut.next ?? 0, 20);
    slot.writeUInt32LE((this.number === null ? 0 : 1) | (cut.next === null ? 0 : 2), 24);
    slot.writeUInt32LE(cut.clicks ?? 0, 28);
    slot.writeUInt32LE(cut.shards, 32);
    slot.writeDoubleLE(cut.at, 36);
    slot.writeUInt32LE(crc32(slot.subarray(0, CHECKED)), CHECKED);
    try {
      writeAll(this.fs, this.fd, slot, (this.sequence % SLOTS) * SLOT);
      if (this.durable) this.fs.fdatasyncSync(this.fd);
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

function latestIn(bytes: Buffer): Entry | null {
  let latest: Entry | null = null;
  for (let at = 0; at + SLOT <= bytes.length; at += SLOT) {
    const slot = bytes.subarray(at, at + SLOT);
    if (crc32(slot.subarray(0, CHECKED)) !== slot.readUInt32LE(CHECKED)) continue;
    const entry = entryIn(slot);
    if (latest === null || entry.sequence > latest.sequence) latest = entry;
  }
  return latest;
}

function entryIn(slot: Buffer): Entry {
  const known = slot.readUInt32LE(24);
  const next = known & 2 ? slot.readUInt32LE(20) : null;
  const sequence = slot.readUInt32LE(0);
  const to = slot.readUInt32LE(12);
  if (slot.readUInt32LE(4) === ACK) return { sequence, ackedTo: to, number: next, open: null };
  const open: Cut = {
    to,
    shards: slot.readUInt32LE(32),
    at: slot.readDoubleLE(36),
    clicks: slot.readUInt32LE(28),
    next,
  };
  return { sequence, ackedTo: slot.readUInt32LE(8), number: known & 1 ? slot.readUInt32LE(16) : null, open };
}
