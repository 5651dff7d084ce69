import { countsOn } from '@linkway/platform';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { IngestRange, RangeRepository } from '../store/range.repository.js';

/** Where reading a stream goes on. */
export interface ShardPosition {
  /** Name of the stream and when it was made. */
  readonly stream: string;
  readonly epoch: number;
  /** The first message that was not in a range yet. */
  readonly next: number;
  /** The range that was fixed last; whether its clicks were stored is not known after a crash. */
  readonly latest: IngestRange | null;
  /** Messages that left the stream before they were read, as by an operator's hand. */
  readonly missed: number;
  /** The stream holds other messages than were read: it is read again, and clicks that are stored are skipped. */
  readonly diverged: boolean;
}

export const streamIdOf = (info: StreamInfo): string => `${info.config.name}@${Date.parse(info.created)}`;

/** Finds out where to go on, from the ranges that are stored with the clicks and from what the stream holds now. */
export async function findPosition(
  manager: JetStreamManager,
  info: StreamInfo,
  ranges: RangeRepository,
): Promise<ShardPosition> {
  const stream = streamIdOf(info);
  const { first_seq: first } = info.state;
  const latest = await ranges.latest(stream);
  if (latest && (await countsOn(manager, info, lastRead(latest)))) {
    const next = latest.last + 1;
    const missed = Math.max(0, first - next);
    return { stream, epoch: latest.epoch, next: next + missed, latest, missed, diverged: false };
  }
  const epoch = latest ? latest.epoch + 1 : 0;
  return { stream, epoch, next: Math.max(first, 1), latest: null, missed: 0, diverged: latest !== null };
}

const lastRead = ({ last, lastStoredAt }: IngestRange) => ({ sequence: last, storedAt: new Date(lastStoredAt) });
