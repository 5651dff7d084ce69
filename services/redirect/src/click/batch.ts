import { createHash } from 'node:crypto';
import { linksClicked } from '@linkway/contracts';
import { findRecord, type Loss, lossBetween } from './damage.js';
import { numberAfter, type RecordFormat, recordAt } from './record.js';

/** Of the clicks in one cut: keeps messages well under NATS's limit of 1 MB, whatever their shard. */
export const MAX_CUT_BYTES = 256 * 1024;
export const MAX_CUT_CLICKS = 500;
const COMMA = 0x2c;

export interface Gap extends Loss {
  from: number;
  to: number;
}

export interface CutPlan {
  /** Offset in the buffer where the cut ends; 0 when nothing readable is there. */
  end: number;
  /** Where the sound records begin. */
  clicks: number[];
  /** Unreadable bytes inside, which are left out. */
  gaps: Gap[];
  /** Number of the record behind the cut. */
  next: number | null;
}

export interface CutStart {
  format: RecordFormat;
  /** Number of the first record; null where it is not known. */
  number: number | null;
  /** Records that this process wrote itself: their checksums are for those who read after a crash. */
  trusted?: boolean;
}

/**
 * How far a batch goes that starts at the beginning of `bytes`; the whole of it when it was cut before. It reads on behind
 * damage, but ends before damage behind which nothing sound is at hand.
 */
export function planCut(bytes: Buffer, { format, number, trusted = false }: CutStart): CutPlan {
  const plan: CutPlan = { end: 0, clicks: [], gaps: [], next: number };
  while (plan.clicks.length < MAX_CUT_CLICKS && plan.end < MAX_CUT_BYTES) {
    const { end: at, next: expected } = plan;
    let record = recordAt(bytes, at, format, trusted);
    if (!record || (expected !== null && record.number !== expected)) {
      record = findRecord(bytes, at, format, expected);
      if (!record) break;
      const gap = bytes.subarray(at, record.at);
      plan.gaps.push({ from: at, to: record.at, ...lossBetween(gap, format, expected, record.number) });
    }
    plan.clicks.push(record.at);
    plan.end = record.end;
    plan.next = record.number === null ? null : numberAfter(record.number);
  }
  return plan;
}

/** The clicks of a cut by shard, each already `json,json,json`. With one shard `bytes` itself is made into that. */
export function clicksByShard(
  bytes: Buffer,
  { clicks }: Pick<CutPlan, 'clicks'>,
  { header }: RecordFormat,
  shards: number,
): Map<number, Buffer> {
  if (clicks.length === 0) return new Map();
  if (shards === 1) return new Map([[0, joinInPlace(bytes, clicks, header)]]);
  const parts = new Map<number, Buffer[]>();
  for (const at of clicks) {
    const start = at + header;
    const json = bytes.subarray(start, start + bytes.readUInt32LE(at));
    const shard = bytes.readUInt32LE(at + 8) % shards;
    const list = parts.get(shard);
    if (list) list.push(Buffer.of(COMMA), json);
    else parts.set(shard, [json]);
  }
  return new Map([...parts].map(([shard, list]) => [shard, Buffer.concat(list)]));
}

// Each click moves up to the one before: only bytes that were read already are overwritten.
function joinInPlace(bytes: Buffer, clicks: number[], header: number): Buffer {
  let end = 0;
  for (const at of clicks) {
    const start = at + header;
    const length = bytes.readUInt32LE(at);
    if (end > 0) {
      bytes[end] = COMMA;
      end += 1;
    }
    bytes.copyWithin(end, start, start + length);
    end += length;
  }
  return bytes.subarray(0, end);
}

export interface CutName {
  segment: string;
  from: number;
  to: number;
  /** Cut by a release whose ids did not hold the end: it goes out under the id that it may have been published with. */
  former?: boolean;
}

/** Names a batch for ever: the same cut of the same segment gives the same id, before a crash and after, and no other does. */
export function batchId({ segment, from, to, former = false }: CutName, shard: number): string {
  const hash = createHash('sha256')
    .update(former ? `${segment}:${from}:${shard}` : `${segment}:${from}:${to}:${shard}`)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The event around clicks that are JSON already: they are not parsed again. */
export function batchMessage(id: string, at: number, traceparent: string | null, clicks: Buffer): Buffer {
  const head = JSON.stringify({
    id,
    type: linksClicked.subject,
    occurred_at: new Date(at).toISOString(),
    producer: 'redirect',
    correlation_id: id,
    causation_id: null,
    traceparent,
  });
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"data":{"clicks":[`), clicks, Buffer.from(']}}')]);
}
