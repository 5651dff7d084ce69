import type { EventPosition } from './event-positions.js';

/** What is known when the position of a database is compared with NATS. */
export interface Facts {
  /** Beside the data; null: never written. */
  readonly position: EventPosition | null;
  /** What this process wrote or saw last; null: it has just begun. */
  readonly known: EventPosition | null;
  readonly doubt: Doubt | null;
  readonly stream: { readonly created: Date; readonly first: number; readonly last: number };
  /** Up to where the durable consumer has done everything; null: there is no such consumer. */
  readonly floor: number | null;
  /** Up to where it has delivered: never past the end of a stream that has all it had. */
  readonly delivered: number;
  /** Nothing was ever handled with this database. */
  readonly fresh: boolean;
}

/** A process that begins found the position behind `floor`: other processes, if there are any, have until `over` to write it. */
export interface Doubt {
  readonly floor: number;
  readonly rewoundAt: Date | null;
  readonly over: boolean;
}

export type Decision =
  /** The data are where the consumer is, or a moment behind. */
  | { readonly kind: 'keep'; readonly sequence: number }
  /**
   * Events were handled with this database, and how far was never written: it comes from a release that did not write it, at an
   * upgrade, or put back long after. What happened in between cannot be told, so that its copies are compared once.
   */
  | { readonly kind: 'begin'; readonly sequence: number }
  /** Another process has set the consumer back meanwhile. */
  | { readonly kind: 'adopt' }
  /** To be looked at again: nothing is written until then. */
  | { readonly kind: 'doubt'; readonly floor: number }
  /** The consumer has to begin after `sequence`; `gap`: events before are missing for good, or may be. */
  | { readonly kind: 'rewind'; readonly sequence: number; readonly gap: boolean };

/**
 * A position is written a moment after the effects, and never before them. One that is behind what this process has seen, or
 * that stays behind the consumer's floor though nobody is left to write it, belongs to a database that was put back. A
 * process that was killed looks the same: some seconds of events are then read again, which does no harm.
 */
export function decide(facts: Facts): Decision {
  const { position, known, doubt, stream, floor, fresh } = facts;
  const from = (sequence: number): Decision => ({ kind: 'rewind', sequence, gap: stream.first > sequence + 1 });
  if (!position) {
    if (floor === 0) return { kind: 'keep', sequence: 0 };
    return floor === null || fresh || known ? from(0) : { kind: 'begin', sequence: floor };
  }
  if (hasDiverged(position, facts)) return { kind: 'rewind', sequence: 0, gap: true };
  if (floor === null) return from(position.sequence);
  const seen = known ?? doubt;
  if (seen && timeOf(position.rewoundAt) > timeOf(seen.rewoundAt)) return { kind: 'adopt' };
  const behind = position.sequence < Math.min(known?.sequence ?? doubt?.floor ?? floor, floor);
  if (!behind) return { kind: 'keep', sequence: Math.max(position.sequence, floor) };
  return known || doubt?.over ? from(position.sequence) : { kind: 'doubt', floor: doubt?.floor ?? floor };
}

/**
 * Another stream, or one that was put back itself or lost its end in a power cut. What it had before cannot be told, nor from
 * where on its numbers were given anew, and a consumer that had come past its end passes such events over: all that it holds
 * is read again, which does no harm.
 */
const hasDiverged = (position: EventPosition, { stream, delivered }: Facts): boolean =>
  position.created.getTime() !== stream.created.getTime() || Math.max(position.sequence, delivered) > stream.last;

const timeOf = (date: Date | null): number => date?.getTime() ?? 0;
