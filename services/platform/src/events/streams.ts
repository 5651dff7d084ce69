import type { EventContract } from '@linkway/contracts';
import { DiscardPolicy } from '@nats-io/jetstream';

/** Sizes, ages and copies of streams, as every service's configuration has them. */
export interface StreamLimits {
  readonly STREAM_REPLICAS: number;
  readonly EVENT_STREAM_MAX_BYTES: number;
  readonly EVENT_STREAM_KEEP_HOURS: number;
  readonly CLICK_STREAM_MAX_BYTES: number;
  readonly CLICK_REPLAY_HOURS: number;
  readonly DEAD_LETTER_MAX_BYTES: number;
  readonly DEAD_LETTER_KEEP_DAYS: number;
}

export interface StreamDefinition {
  readonly name: string;
  readonly subjects: string[];
  /** The service whose settings hold for it; null: those of whoever writes to it. */
  readonly owner: string | null;
  /** How long a repeated message id is recognised. */
  readonly duplicateWindowSeconds: number;
  /** New: a full stream refuses, it never forgets. Old: what is oldest leaves. */
  readonly discard: DiscardPolicy;
  maxBytes(limits: StreamLimits): number;
  /** 0: age alone removes nothing. */
  maxAgeHours(limits: StreamLimits): number;
}

/** Clicks have streams of their own (`clickStream`), under a subject with one part more. */
const subjectsOf = (owner: string): string => (owner === 'redirect' ? 'evt.redirect.*.*' : `evt.${owner}.>`);

/** The stream of all events of one service: `EVT_LINKS` holds `evt.links.>`. */
export function eventStream(owner: string): StreamDefinition {
  return {
    name: `EVT_${owner.toUpperCase()}`,
    subjects: [subjectsOf(owner)],
    owner,
    duplicateWindowSeconds: 600,
    discard: DiscardPolicy.New,
    maxBytes: (limits) => limits.EVENT_STREAM_MAX_BYTES,
    maxAgeHours: () => 0,
  };
}

export const streamOf = (contract: EventContract): StreamDefinition => eventStream(contract.owner);

/** Clicks are many and are kept in shards; all clicks of a link are in one. */
export function clickStream(shard: number): StreamDefinition {
  return {
    name: `CLICKS_${shard}`,
    subjects: [`evt.redirect.links-clicked.v1.${shard}`],
    owner: 'redirect',
    duplicateWindowSeconds: 3_600,
    discard: DiscardPolicy.New,
    maxBytes: (limits) => limits.CLICK_STREAM_MAX_BYTES,
    maxAgeHours: () => 0,
  };
}

/** The shard of a click stream by its name; null: it is another stream. */
export function shardOf(stream: string): number | null {
  const match = /^CLICKS_(\d+)$/.exec(stream);
  return match ? Number(match[1]) : null;
}

/** Messages that no handler could take, with the reason in a header. They never block: the oldest leave. */
export const deadLetterStream: StreamDefinition = {
  name: 'DEAD_LETTERS',
  subjects: ['dlq.>'],
  owner: null,
  duplicateWindowSeconds: 600,
  discard: DiscardPolicy.Old,
  maxBytes: (limits) => limits.DEAD_LETTER_MAX_BYTES,
  maxAgeHours: (limits) => limits.DEAD_LETTER_KEEP_DAYS * 24,
};
