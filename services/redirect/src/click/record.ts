import { crc32 } from 'node:zlib';

/*
 * The click log is a row of records, one per click; those of one turn of the event loop are put there by one write:
 *   u32 length of the JSON, u32 CRC32 of what follows, u32 hash of the link, JSON
 * A record that a crash tore belongs to an answer that was never sent, and so do those behind it.
 */
export const RECORD_HEADER = 12;
/** The fields of a click are cut to far less; one that claims to be longer is damage, not data. */
export const MAX_RECORD = 128 * 1024;

const BATCH_BYTES = 4 * MAX_RECORD;

/** Records that wait for their common write. */
export class RecordBatch {
  private readonly buffer = Buffer.allocUnsafe(BATCH_BYTES);
  private fill = 0;
  count = 0;

  /** False when there is no room, whatever the characters of the JSON take in UTF-8. */
  add(json: string, hash: number): boolean {
    if (this.fill + RECORD_HEADER + json.length * 3 > BATCH_BYTES) return false;
    const { buffer, fill } = this;
    const length = buffer.write(json, fill + RECORD_HEADER, 'utf8');
    const end = fill + RECORD_HEADER + length;
    buffer.writeUInt32LE(length, fill);
    buffer.writeUInt32LE(hash, fill + 8);
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

export type RecordCheck = { kind: 'sound'; end: number } | { kind: 'damaged'; end: number } | { kind: 'incomplete' };

/** Looks at the record at `offset`: sound, damaged with a sane length, or not all there (torn, or beyond the buffer). */
export function checkRecord(buffer: Buffer, offset: number, trusted = false): RecordCheck {
  const start = offset + RECORD_HEADER;
  if (start > buffer.length) return { kind: 'incomplete' };
  const length = buffer.readUInt32LE(offset);
  const end = start + length;
  if (length === 0 || length > MAX_RECORD || end > buffer.length) return { kind: 'incomplete' };
  if (!trusted && crc32(buffer.subarray(offset + 8, end)) !== buffer.readUInt32LE(offset + 4))
    return { kind: 'damaged', end };
  return { kind: 'sound', end };
}
