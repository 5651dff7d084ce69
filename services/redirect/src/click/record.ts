import { crc32 } from 'node:zlib';

/*
 * The click log is a row of records, one per click, each put there by one write:
 *   u32 length of the JSON, u32 CRC32 of what follows, u32 hash of the link, JSON
 * A record that a crash tore belongs to an answer that was never sent.
 */
export const RECORD_HEADER = 12;
/** The fields of a click are cut to far less; one that claims to be longer is damage, not data. */
export const MAX_RECORD = 128 * 1024;

const scratch = Buffer.allocUnsafe(MAX_RECORD);

/** The bytes of a record; valid until the next call. Throws a RangeError when the JSON is too long. */
export function encodeRecord(json: string, hash: number): Buffer {
  // A character takes three bytes at most, so this leaves no room for a silently shortened one.
  if (json.length * 3 > MAX_RECORD - RECORD_HEADER) throw new RangeError('the click is too large');
  const length = scratch.write(json, RECORD_HEADER, 'utf8');
  const record = scratch.subarray(0, RECORD_HEADER + length);
  record.writeUInt32LE(length, 0);
  record.writeUInt32LE(hash, 8);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

export type RecordCheck =
  | { kind: 'sound'; start: number; end: number; hash: number }
  | { kind: 'damaged'; end: number }
  | { kind: 'incomplete' };

/** Looks at the record at `offset`: sound, damaged with a sane length, or not all there (torn, or beyond the buffer). */
export function checkRecord(buffer: Buffer, offset: number): RecordCheck {
  const start = offset + RECORD_HEADER;
  if (start > buffer.length) return { kind: 'incomplete' };
  const length = buffer.readUInt32LE(offset);
  const end = start + length;
  if (length === 0 || length > MAX_RECORD || end > buffer.length) return { kind: 'incomplete' };
  if (crc32(buffer.subarray(offset + 8, end)) !== buffer.readUInt32LE(offset + 4)) return { kind: 'damaged', end };
  return { kind: 'sound', start, end, hash: buffer.readUInt32LE(offset + 8) };
}
