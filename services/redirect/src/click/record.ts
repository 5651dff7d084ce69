import { crc32 } from 'node:zlib';

/*
 * The click log is a row of records, one per click; those of one turn of the event loop are put there by one write:
 *   u32 length of the JSON, u32 CRC32 of what follows, u32 hash of the link, u32 number, JSON
 * Numbers run on from record to record and from segment to segment of a process, so that a gap tells how many clicks
 * were in bytes that cannot be read any more. A record that a crash tore belongs to an answer that was never sent.
 */
export interface RecordFormat {
  /** Bytes before the JSON. */
  header: 12 | 16;
  /** False in segments of releases before numbers: 12 bytes of header, without one. */
  numbered: boolean;
}
export const NUMBERED: RecordFormat = { header: 16, numbered: true };
export const UNNUMBERED: RecordFormat = { header: 12, numbered: false };

/** The fields of a click are cut to far less; one that claims to be longer is damage, not data. */
export const MAX_RECORD = 128 * 1024;

const BATCH_BYTES = 4 * MAX_RECORD;

/** Numbers are u32 and begin anew after the last. */
export const numberAfter = (number: number, count = 1): number => (number + count) >>> 0;
export const countBetween = (from: number, to: number): number => (to - from) >>> 0;

/** Records that wait for their common write. */
export class RecordBatch {
  private readonly buffer = Buffer.allocUnsafe(BATCH_BYTES);
  private fill = 0;
  count = 0;
  /** Number of the first record. */
  first = 0;

  /** False when there is no room, whatever the characters of the JSON take in UTF-8. */
  add(json: string, hash: number, number: number): boolean {
    const { buffer, fill } = this;
    const start = fill + NUMBERED.header;
    if (start + json.length * 3 > BATCH_BYTES) return false;
    if (this.count === 0) this.first = number;
    const length = buffer.write(json, start, 'utf8');
    const end = start + length;
    buffer.writeUInt32LE(length, fill);
    buffer.writeUInt32LE(hash, fill + 8);
    buffer.writeUInt32LE(number, fill + 12);
    buffer.writeUInt32LE(crc32(buffer.subarray(fill + 8, end)), fill + 4);
    this.fill = end;
    this.count += 1;
    return true;
  }

  /** The bytes of all records; valid until the next `add`. */
  take(): Buffer {
    const bytes = this.buffer.subarray(0, this.fill);
    this.fill = 0;
    this.count = 0;
    return bytes;
  }
}

export interface Found {
  at: number;
  end: number;
  /** Null where records have none. */
  number: number | null;
}

/** Where the record at `at` would end by its length; null when that cannot be one, or ends behind the buffer. */
export function endOf(buffer: Buffer, at: number, { header }: RecordFormat): number | null {
  const start = at + header;
  if (start > buffer.length) return null;
  const length = buffer.readUInt32LE(at);
  const end = start + length;
  return length === 0 || length > MAX_RECORD || end > buffer.length ? null : end;
}

export const numberAt = (buffer: Buffer, at: number, format: RecordFormat): number | null =>
  format.numbered ? buffer.readUInt32LE(at + 12) : null;

/** The record at `at`, if it is sound. One that this process wrote itself is `trusted`: its checksum is for those who read after a crash. */
export function recordAt(buffer: Buffer, at: number, format: RecordFormat, trusted = false): Found | null {
  const end = endOf(buffer, at, format);
  if (end === null) return null;
  if (!trusted && crc32(buffer.subarray(at + 8, end)) !== buffer.readUInt32LE(at + 4)) return null;
  return { at, end, number: numberAt(buffer, at, format) };
}
