import { createHash } from 'node:crypto';
import { linksClicked } from '@linkway/contracts';
import { checkRecord, RECORD_HEADER } from './record.js';

/** Of the clicks in one cut: keeps messages well under NATS's limit of 1 MB, whatever their shard. */
export const MAX_CUT_BYTES = 256 * 1024;
export const MAX_CUT_CLICKS = 500;
const COMMA = Buffer.from(',');

export interface CutPlan {
  /** Offset in the buffer where the cut ends; 0 when nothing whole is there. */
  end: number;
  /** Where the sound records begin. */
  clicks: number[];
  /** Damaged records inside, which are left out. */
  damaged: number;
}

/**
 * How far a batch goes that starts at the beginning of `bytes`; the whole of it when it was cut before. Records that
 * this process wrote itself are `trusted`: their checksums are for those who read after a crash.
 */
export function planCut(bytes: Buffer, trusted = false): CutPlan {
  const plan: CutPlan = { end: 0, clicks: [], damaged: 0 };
  while (plan.clicks.length < MAX_CUT_CLICKS && plan.end < MAX_CUT_BYTES) {
    const record = checkRecord(bytes, plan.end, trusted);
    if (record.kind === 'incomplete') break;
    if (record.kind === 'sound') plan.clicks.push(plan.end);
    // Damage is told from a torn end by a sound record behind it.
    else if (checkRecord(bytes, record.end).kind === 'sound') plan.damaged += 1;
    else break;
    plan.end = record.end;
  }
  return plan;
}

/** The clicks of a cut by shard, each already `json,json,json`. With one shard `bytes` itself is made into that. */
export function clicksByShard(bytes: Buffer, plan: CutPlan, shards: number): Map<number, Buffer> {
  if (shards === 1 && plan.damaged === 0) return new Map([[0, joinInPlace(bytes, plan)]]);
  const parts = new Map<number, Buffer[]>();
  for (const at of plan.clicks) {
    const start = at + RECORD_HEADER;
    const json = bytes.subarray(start, start + bytes.readUInt32LE(at));
    const shard = bytes.readUInt32LE(at + 8) % shards;
    const list = parts.get(shard);
    if (list) list.push(COMMA, json);
    else parts.set(shard, [json]);
  }
  return new Map([...parts].map(([shard, list]) => [shard, Buffer.concat(list)]));
}

// Blanks are allowed between the elements of a JSON array, so the headers between the clicks become some, and a comma.
function joinInPlace(bytes: Buffer, { clicks, end }: CutPlan): Buffer {
  for (const at of clicks) {
    bytes.writeUInt32LE(0x20202020, at);
    bytes.writeUInt32LE(0x20202020, at + 4);
    bytes.writeUInt32LE(0x2c202020, at + 8);
  }
  return bytes.subarray(clicks.length > 0 ? RECORD_HEADER : 0, end);
}

/** Names a batch for ever: the same segment, offset and shard give the same id, before a crash and after. */
export function batchId(segment: string, from: number, shard: number): string {
  const hash = createHash('sha256').update(`${segment}:${from}:${shard}`).digest();
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
