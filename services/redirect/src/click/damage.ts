import {
  countBetween,
  endOf,
  type Found,
  MAX_RECORD,
  numberAfter,
  numberAt,
  type RecordFormat,
  recordAt,
} from './record.js';

/** Bytes of a record at least: a header and the shortest JSON. */
const smallest = ({ header }: RecordFormat) => header + 2;
/** What a click takes, where no neighbour tells. */
const USUAL_RECORD = 400;

/**
 * The next sound record at or behind `at`. Between it and the last one read, of number `expected` - 1, there lie `skipped`
 * bytes more than `at` tells. Its checksum is right, and its number fits the bytes between: old bytes that a failing disk
 * put there do not pass for clicks.
 */
export function findRecord(
  buffer: Buffer,
  at: number,
  format: RecordFormat,
  expected: number | null,
  skipped = 0,
): Found | null {
  for (let offset = at; offset + smallest(format) <= buffer.length; offset += 1) {
    if (endOf(buffer, offset, format) === null) continue;
    const number = numberAt(buffer, offset, format);
    if (number !== null && expected !== null) {
      const room = (offset - at + skipped) / smallest(format);
      if (countBetween(expected, number) > room) continue;
    }
    const found = recordAt(buffer, offset, format);
    if (found) return found;
  }
  return null;
}

/** How many clicks were in unreadable bytes; `about` where the numbers around do not tell. */
export interface Loss {
  clicks: number;
  about: boolean;
}

/** The clicks between two sound records. */
export function lossBetween(bytes: Buffer, format: RecordFormat, expected: number | null, next: number | null): Loss {
  if (expected !== null && next !== null) return { clicks: countBetween(expected, next), about: false };
  const { whole, rest } = wholeRecords(bytes, format, expected);
  return { clicks: whole + (rest > 0 ? estimate(rest) : 0), about: rest > 0 };
}

/**
 * The clicks at the end of a segment that nothing sound follows. Records whose length is right are counted. A last one that
 * the end of the file cuts off was torn by a crash, before its visitor was answered: that is no loss.
 */
export function lossAtEnd(bytes: Buffer, format: RecordFormat, expected: number | null): Loss {
  const { whole, rest } = wholeRecords(bytes, format, expected);
  const tail = bytes.subarray(bytes.length - rest);
  if (rest === 0 || isTorn(tail, format, expected === null ? null : numberAfter(expected, whole))) {
    return { clicks: whole, about: false };
  }
  return { clicks: whole + estimate(rest), about: true };
}

// Records with damage in their text only: lengths lead from one to the next.
function wholeRecords(bytes: Buffer, format: RecordFormat, expected: number | null): { whole: number; rest: number } {
  let at = 0;
  let whole = 0;
  for (let end = endOf(bytes, at, format); end !== null; end = endOf(bytes, at, format)) {
    if (expected !== null && numberAt(bytes, at, format) !== numberAfter(expected, whole)) break;
    whole += 1;
    at = end;
  }
  return { whole, rest: bytes.length - at };
}

function isTorn(tail: Buffer, format: RecordFormat, expected: number | null): boolean {
  if (tail.length < format.header) return tail.some((byte) => byte !== 0);
  const length = tail.readUInt32LE(0);
  const cutOff = length > 0 && length <= MAX_RECORD && format.header + length > tail.length;
  return cutOff && (expected === null || numberAt(tail, 0, format) === expected);
}

const estimate = (bytes: number): number => Math.max(1, Math.round(bytes / USUAL_RECORD));
