import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';

/** The message of a stream up to which it was read. */
export interface LastRead {
  /** 0: none was. */
  readonly sequence: number;
  /** When the stream stored it; null: not known, and only numbers are compared. */
  readonly storedAt: Date | null;
}

/** A stream tells the time of a message in nanoseconds, and its two ways to a date do not round alike. */
const ROUNDED_MS = 1;

/**
 * Whether a stream still counts on from the message that was read last. A server that lost its last messages (a power cut
 * before they were on disk) gives their numbers to others: it counts less than was read, or another message has the number.
 * Where that number and all before it have left, what is there was not read, whoever sent it. `info`: what the stream has just
 * said of itself; that it was not made anew meanwhile is for the caller to know, by `created`.
 */
export async function countsOn(
  manager: JetStreamManager,
  info: StreamInfo,
  { sequence, storedAt }: LastRead,
): Promise<boolean> {
  if (info.state.last_seq < sequence) return false;
  if (sequence === 0 || storedAt === null || info.state.first_seq > sequence) return true;
  const message = await manager.streams.getMessage(info.config.name, { seq: sequence });
  return message === null || Math.abs(message.time.getTime() - storedAt.getTime()) <= ROUNDED_MS;
}
