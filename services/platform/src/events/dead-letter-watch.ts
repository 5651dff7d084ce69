import type { StreamInfo } from '@nats-io/jetstream';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import type { Metrics } from '../metrics/metrics.js';

const TELL_EVERY_MS = 60_000;
/** A letter this close to its age counts as expired: the server's clock decides, not ours. */
const CLOCK_MS = 60_000;

/** Counts dead letters that a full stream let go before anybody looked at them. Every service that looks tells the same. */
export class DeadLetterWatch {
  private before: StreamInfo | null = null;
  private looked = false;
  private untold = 0;
  private readonly evicted;
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.evicted = metrics.counter('events_dead_evicted_total', 'Dead letters that left because their stream was full');
  }

  /** Null: there are none yet. */
  look(now: StreamInfo | null): void {
    // What was there before the first look is not known: only what leaves from then on is counted.
    const letters = now && this.looked ? evictedBetween(this.before, now) : 0;
    this.before = now;
    this.looked = true;
    this.evicted.inc(letters);
    this.untold += letters;
    if (this.untold === 0) return;
    this.seldom(() => {
      this.logger.error('ALARM: dead letters left unread, as there was no room for new ones', {
        letters: this.untold,
        hint: 'npm run events -- dead list',
      });
      this.untold = 0;
    });
  }
}

/**
 * How many letters the server removed for want of room. What a stream holds and takes tells how many left; room was the
 * reason only if the stream took new ones (or was made smaller), is full now, and the oldest had not come to its age. So what
 * operators replay and drop is not counted, but for what they take out of a full stream between two looks in which it also
 * lets letters go.
 */
export function evictedBetween(former: StreamInfo | null, now: StreamInfo, at: number = Date.now()): number {
  const before = former?.created === now.created ? former : null;
  const was = before?.state ?? { messages: 0, first_seq: 1, last_seq: 0, num_deleted: 0 };
  const taken = now.state.last_seq - was.last_seq;
  const left = was.messages + taken - now.state.messages;
  const isSmaller = before !== null && now.config.max_bytes < before.config.max_bytes;
  if (left <= 0 || now.state.first_seq <= was.first_seq || !(taken > 0 || isSmaller)) return 0;
  if (!isFull(now) || (before !== null && isExpired(before, at))) return 0;
  // Taken out of the middle, as only operators do.
  const picked = Math.max(0, (now.state.num_deleted ?? 0) - (was.num_deleted ?? 0));
  return Math.max(0, left - picked);
}

/** No room for a letter as large as others are. Until it comes, what was let go for the one before is free. */
function isFull({ config, state }: StreamInfo): boolean {
  if (config.max_bytes <= 0 || state.messages === 0) return false;
  const room = config.max_bytes - state.bytes;
  return room <= Math.max(config.max_bytes / 10, (4 * state.bytes) / state.messages);
}

function isExpired({ config, state }: StreamInfo, at: number): boolean {
  return state.messages > 0 && config.max_age > 0 && at - Date.parse(state.first_ts) >= config.max_age / 1e6 - CLOCK_MS;
}
