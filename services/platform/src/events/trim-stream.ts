import {
  type ConsumerInfo,
  JetStreamApiError,
  type JetStreamManager,
  type StreamAPI,
  type StreamInfo,
} from '@nats-io/jetstream';
import { isOutage } from '../database/outage.js';
import type { NatsService } from '../nats/nats.service.js';
import { streamInfo } from './ensure-stream.js';

/** Above this fill what is done leaves before its time, down to the other one. */
const TRIM_ABOVE = 0.7;
const TRIM_TO = 0.5;
/** Deletions under way at once. */
const AT_ONCE = 64;

export interface TrimOptions {
  /**
   * Sequence of the last message that nobody needs any more: nothing after it is removed, however full the stream is. Asked
   * again while messages are removed, since a consumer may be set back meanwhile.
   */
  readonly doneTo: () => Promise<number>;
  /** What `streamInfo` has just said, so that it is not asked twice. */
  readonly info?: StreamInfo;
  /** How long messages stay that are done, while there is room. */
  readonly keepHours: number;
  /** The clock, for tests. */
  readonly now?: () => number;
}

/** Removes what is done and old, or done and in the way. Answers how many messages left. Any process may do it. */
export async function trimStream(nats: NatsService, stream: string, options: TrimOptions): Promise<number> {
  const manager = await nats.manager();
  const info = options.info ?? (await streamInfo(manager, stream));
  if (!info || info.state.messages === 0) return 0;
  const doneTo = Math.min(await options.doneTo(), info.state.last_seq);
  if (!isToTrim(info, doneTo, options)) return 0;
  const old = await lastBefore(manager, info, doneTo, oldBefore(options));
  const target = Math.min(doneTo, Math.max(old, inTheWay(info)));
  if (target < info.state.first_seq) return 0;
  return remove(nats, info, async () => Math.min(target, await options.doneTo()));
}

/** Whether something of what is done up to `doneTo` is old or in the way, as far as what the stream says of itself tells. */
export function isToTrim(info: StreamInfo, doneTo: number, options: Pick<TrimOptions, 'keepHours' | 'now'>): boolean {
  const { messages, first_seq: first, first_ts: firstAt } = info.state;
  return messages > 0 && doneTo >= first && (inTheWay(info) > 0 || Date.parse(firstAt) < oldBefore(options));
}

const oldBefore = ({ keepHours, now = Date.now }: Pick<TrimOptions, 'keepHours' | 'now'>): number =>
  now() - keepHours * 3_600_000;

/**
 * Before 2.10 a purge makes every consumer of the stream forget what is in hand, which would never be delivered again:
 * where there are consumers, messages are deleted one by one.
 */
async function remove(
  nats: NatsService,
  { config, state }: StreamInfo,
  targetNow: () => Promise<number>,
): Promise<number> {
  const { streams } = await nats.manager();
  if (purgesWell(nats) || (await durablesOf(nats, config.name)).length === 0) {
    const target = await targetNow();
    // `seq` is the first one that stays.
    return target < state.first_seq ? 0 : (await streams.purge(config.name, { seq: target + 1 })).purged;
  }
  let removed = 0;
  for (let seq = state.first_seq; ; seq += AT_ONCE) {
    const length = Math.min(AT_ONCE, (await targetNow()) - seq + 1);
    if (length <= 0) return removed;
    const some = Array.from({ length }, (_, index) => seq + index);
    const done = await Promise.all(some.map((each) => deleted(streams, config.name, each)));
    removed += done.filter(Boolean).length;
  }
}

function purgesWell(nats: NatsService): boolean {
  const [major = 0, minor = 0] = (nats.connection.info?.version ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

/** False: another process was quicker. */
async function deleted(streams: StreamAPI, stream: string, seq: number): Promise<boolean> {
  try {
    return await streams.deleteMessage(stream, seq, false);
  } catch (error) {
    if (error instanceof JetStreamApiError && !isOutage(error)) return false;
    throw error;
  }
}

/** Fill from 0 to 1; a stream without a limit is never full. */
export function fillOf({ config, state }: StreamInfo): number {
  return config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
}

/**
 * Up to which sequence every durable consumer has acknowledged. A stream that nobody reads has nothing that was not
 * consumed: all of it is done, and leaves by age, or oldest first when room is needed.
 */
export async function doneByAll(nats: NatsService, info: StreamInfo): Promise<number> {
  return lowestFloor(await durablesOf(nats, info.config.name), info);
}

/** As `doneByAll`, of durables that have just been listed. */
export const lowestFloor = (durables: readonly ConsumerInfo[], info: StreamInfo): number =>
  durables.reduce((lowest, consumer) => Math.min(lowest, floorOf(consumer)), info.state.last_seq);

/** Without the ephemeral ones, which follow the stream's end for a cache. */
export async function durablesOf(nats: NatsService, stream: string): Promise<ConsumerInfo[]> {
  const manager = await nats.manager();
  const durables: ConsumerInfo[] = [];
  for await (const consumer of manager.consumers.list(stream)) {
    if (consumer.config.durable_name) durables.push(consumer);
  }
  return durables;
}

/** The sequence up to which a consumer has done everything. Its own floor stands still below where it was begun. */
export function floorOf(consumer: ConsumerInfo): number {
  const { ack_floor: floor, delivered, num_ack_pending: open } = consumer;
  return open === 0 ? Math.max(floor.stream_seq, delivered.stream_seq) : floor.stream_seq;
}

/** The last sequence that has to go for the stream to be emptied to TRIM_TO; 0: there is room. */
function inTheWay(info: StreamInfo): number {
  const { state, config } = info;
  if (fillOf(info) <= TRIM_ABOVE) return 0;
  const surplus = 1 - (TRIM_TO * config.max_bytes) / state.bytes;
  return state.first_seq + Math.ceil(state.messages * surplus) - 1;
}

/** The last sequence up to `last` that was stored before `time`; 0: none. Halves the range, as times only grow. */
async function lastBefore(manager: JetStreamManager, info: StreamInfo, last: number, time: number): Promise<number> {
  const { first_seq: first, first_ts: firstAt } = info.state;
  if (Date.parse(firstAt) >= time) return 0;
  let old = first;
  let young = last + 1;
  while (young - old > 1) {
    const middle = Math.floor((old + young) / 2);
    const message = await manager.streams.getMessage(info.config.name, { seq: middle });
    // One that an operator deleted tells no time: it counts as young, so that too little is removed, not too much.
    if (message && message.time.getTime() < time) old = middle;
    else young = middle;
  }
  return old;
}
