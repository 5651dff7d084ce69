import { countsOn } from '@linkway/platform';
import { AckPolicy, DeliverPolicy, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import type { Position } from './click-position.repository.js';

/** Where reading a stream for webhooks goes on. */
export interface ShardPlace {
  readonly position: Position;
  /** Messages that had left the stream before they were read. */
  readonly missed: number;
  /** The stream has other messages than were read: it was made anew, or lost its last ones. */
  readonly diverged: boolean;
}

/** The server forgets a consumer that nobody asks. */
const INACTIVE_NS = 5e9;

/**
 * From up to where it was read, and what the stream holds now. Where it holds other messages, those that it stored later than the one that was told
 * last were never told, and those before it were.
 */
export async function findPlace(manager: JetStreamManager, info: StreamInfo, read: Position): Promise<ShardPlace> {
  const { first_seq: first } = info.state;
  const isSame = Date.parse(info.created) === Date.parse(read.made_at);
  if (isSame && (await countsOn(manager, info, { sequence: read.position, storedAt: read.told_at }))) {
    const missed = Math.max(0, first - 1 - read.position);
    const { told_at } = read;
    return { position: { made_at: info.created, position: read.position + missed, told_at }, missed, diverged: false };
  }
  const position = read.told_at ? await lastUpTo(manager, info, read.told_at) : Math.max(0, first - 1);
  // The message that is there now, so that the place is found again before anything more is told.
  const message =
    position >= first && position > 0 ? await manager.streams.getMessage(info.config.name, { seq: position }) : null;
  return {
    position: { made_at: info.created, position, told_at: message?.time ?? read.told_at },
    missed: 0,
    diverged: true,
  };
}

/** The last message that a stream stored at a time or before it. The server knows, and says where a consumer that begins behind it is to begin. */
async function lastUpTo(manager: JetStreamManager, { config, state }: StreamInfo, time: Date): Promise<number> {
  if (state.messages === 0) return state.last_seq;
  const { name, delivered } = await manager.consumers.add(config.name, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    // Times are told to the millisecond: within the one it was.
    opt_start_time: new Date(time.getTime() + 1).toISOString(),
    inactive_threshold: INACTIVE_NS,
    mem_storage: true,
    num_replicas: 1,
  });
  await manager.consumers.delete(config.name, name).catch(() => undefined);
  return delivered.stream_seq;
}
