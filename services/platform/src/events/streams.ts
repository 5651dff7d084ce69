import type { EventContract } from '@linkway/contracts';
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { NatsService } from '../nats/nats.service.js';

export interface StreamDefinition {
  name: string;
  subjects: string[];
  /** How long a repeated message id is recognised. */
  duplicateWindowSeconds: number;
  maxAgeDays: number;
  maxBytes: number;
}

/** JetStream API error code; the client's own list does not have it. */
const STREAM_NAME_IN_USE = 10058;
const GIB = 1024 ** 3;

/** The stream of all events of one service: `EVT_LINKS` holds `evt.links.>`. */
export function eventStream(owner: string): StreamDefinition {
  return {
    name: `EVT_${owner.toUpperCase()}`,
    subjects: [`evt.${owner}.>`],
    duplicateWindowSeconds: 600,
    maxAgeDays: 7,
    maxBytes: GIB,
  };
}

export const streamOf = (contract: EventContract): StreamDefinition => eventStream(contract.owner);

/** Clicks are many and are kept in shards; all clicks of a link are in one. */
export function clickStream(shard: number): StreamDefinition {
  return {
    name: `CLICKS_${shard}`,
    subjects: [`evt.redirect.links-clicked.v1.${shard}`],
    duplicateWindowSeconds: 3_600,
    maxAgeDays: 7,
    maxBytes: 8 * GIB,
  };
}

/** Messages that no handler could take, with the reason in a header. Read and replayed by an operator. */
export const deadLetterStream: StreamDefinition = {
  name: 'DEAD_LETTERS',
  subjects: ['dlq.>'],
  duplicateWindowSeconds: 600,
  maxAgeDays: 30,
  maxBytes: GIB / 4,
};

/**
 * Creates a stream where it is missing. Limits and DiscardNew: a full stream refuses, it never forgets. NATS wants room for all
 * `maxBytes` together (its `max_file_store`); an operator who needs more creates or edits the stream, and that stands.
 */
export async function ensureStream(nats: NatsService, definition: StreamDefinition, replicas: number): Promise<void> {
  const manager = await nats.manager();
  // Asked first: NATS 2.9 counts the room of a stream twice when one that exists is added again.
  if (await exists(manager, definition.name)) return;
  const config: Partial<StreamConfig> & { name: string } = {
    name: definition.name,
    subjects: definition.subjects,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: definition.maxAgeDays * 86_400 * 1e9,
    max_bytes: definition.maxBytes,
    duplicate_window: definition.duplicateWindowSeconds * 1e9,
  };
  try {
    await manager.streams.add(config);
  } catch (error) {
    // Another process made it in between, perhaps another release with other numbers: the first one stands.
    if (!(error instanceof JetStreamApiError && error.code === STREAM_NAME_IN_USE)) throw error;
  }
}

async function exists(manager: JetStreamManager, stream: string): Promise<boolean> {
  try {
    await manager.streams.info(stream);
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return false;
    throw error;
  }
}
