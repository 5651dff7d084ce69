import { createHash } from 'node:crypto';
import { linksClicked } from '@linkway/contracts';
import { findRecord, type Loss, lossBetween } from './damage.js';
import { numberAfter, type RecordFormat, recordAt } from './record.js';

/** Of the records in one cut, whatever their shard; less where the server takes less (`CutStart.limit`). */
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
  /** Most bytes of a cut, which has one click at least; Infinity for one that was cut before, which is as long as it is. */
  limit?: number;
}

/**
 * How far a batch goes that starts at the beginning of `bytes`; the whole of it when it was cut before. It reads on behind
 * damage, but ends before damage behind which nothing sound is at hand.
 */
export function planCut(bytes: Buffer, { format, number, trusted = false, limit = MAX_CUT_BYTES }: CutStart): CutPlan {
  const plan: CutPlan = { end: 0, clicks: [], gaps: [], next: number };
  while (plan.clicks.length < MAX_CUT_CLICKS) {
    const { end: at, next: expected } = plan;
    const here = recordAt(bytes, at, format, trusted);
    const isNext = here !== null && (expected === null || here.number === expected);
    const record = isNext ? here : findRecord(bytes, at, format, expected);
    if (!record || (plan.clicks.length > 0 && record.end > limit)) break;
    if (!isNext) {
      const gap = bytes.subarray(at, record.at);
      plan.gaps.push({ from: at, to: record.at, ...lossBetween(gap, format, expected, record.number) });
    }
    plan.clicks.push(record.at);
    plan.end = record.end;
    plan.next = record.number === null ? null : numberAfter(record.number);
  }
  return plan;
}

/** Clicks of one shard. */
export interface ShardClicks {
  /** `json,json,json` */
  readonly json: Buffer;
  /** Where each of them ends in it. */
  readonly ends: readonly number[];
  /** Of their links. */
  readonly hashes: readonly number[];
}

/** The clicks of a cut by shard. With one shard `bytes` itself is made into their JSON. */
export function clicksByShard(
  bytes: Buffer,
  { clicks }: Pick<CutPlan, 'clicks'>,
  { header }: RecordFormat,
  shards: number,
): Map<number, ShardClicks> {
  if (clicks.length === 0) return new Map();
  if (shards === 1) return new Map([[0, joinInPlace(bytes, clicks, header)]]);
  const parts = new Map<number, { list: Buffer[]; ends: number[]; hashes: number[]; end: number }>();
  for (const at of clicks) {
    const start = at + header;
    const json = bytes.subarray(start, start + bytes.readUInt32LE(at));
    const hash = bytes.readUInt32LE(at + 8);
    const part = parts.get(hash % shards) ?? { list: [], ends: [], hashes: [], end: -1 };
    parts.set(hash % shards, part);
    if (part.list.length > 0) part.list.push(Buffer.of(COMMA));
    part.list.push(json);
    part.end += 1 + json.length;
    part.ends.push(part.end);
    part.hashes.push(hash);
  }
  return new Map(
    [...parts].map(([shard, { list, ends, hashes }]) => [shard, { json: Buffer.concat(list), ends, hashes }]),
  );
}

// Each click moves up to the one before: only bytes that were read already are overwritten.
function joinInPlace(bytes: Buffer, clicks: number[], header: number): ShardClicks {
  const ends: number[] = [];
  const hashes: number[] = [];
  let end = 0;
  for (const at of clicks) {
    const start = at + header;
    const length = bytes.readUInt32LE(at);
    hashes.push(bytes.readUInt32LE(at + 8));
    if (end > 0) {
      bytes[end] = COMMA;
      end += 1;
    }
    bytes.copyWithin(end, start, start + length);
    end += length;
    ends.push(end);
  }
  return { json: bytes.subarray(0, end), ends, hashes };
}

/** Two batches of what is too much for one. */
export function halvesOf({ json, ends, hashes }: ShardClicks): [ShardClicks, ShardClicks] {
  const middle = Math.ceil(ends.length / 2);
  const end = ends[middle - 1] ?? 0;
  return [
    { json: json.subarray(0, end), ends: ends.slice(0, middle), hashes: hashes.slice(0, middle) },
    {
      json: json.subarray(end + 1),
      ends: ends.slice(middle).map((other) => other - end - 1),
      hashes: hashes.slice(middle),
    },
  ];
}

/** One batch of what was halved: neighbours, in their order. */
export function joined(parts: readonly ShardClicks[]): ShardClicks {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const pieces: Buffer[] = [];
  const ends: number[] = [];
  let start = 0;
  for (const part of parts) {
    if (pieces.length > 0) pieces.push(Buffer.of(COMMA));
    pieces.push(part.json);
    for (const end of part.ends) ends.push(start + end);
    start += part.json.length + 1;
  }
  return { json: Buffer.concat(pieces), ends, hashes: parts.flatMap(({ hashes }) => hashes) };
}

export interface CutName {
  segment: string;
  from: number;
  to: number;
  /** Cut by a release whose ids did not hold the end: it goes out under the id that it may have been published with. */
  former?: boolean;
  /** Which of its clicks, `first-last`, where they are not all in one batch. */
  part?: string;
}

/** Names a batch for ever: the same cut of the same segment gives the same id, before a crash and after, and no other does. */
export function batchId({ segment, from, to, former = false, part }: CutName, shard: number): string {
  const whole = former ? `${segment}:${from}:${shard}` : `${segment}:${from}:${to}:${shard}`;
  const hash = createHash('sha256')
    .update(part === undefined ? whole : `${whole}:${part}`)
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
