import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { isOutage } from '../database/outage.js';
import { isNoRoom } from '../nats/answers.js';
import type { NatsService } from '../nats/nats.service.js';
import { type StreamDefinition, type StreamLimits, shardOf } from './streams.js';

/** JetStream API error code; the client's own list does not have it. */
const STREAM_NAME_IN_USE = 10058;
/** A smaller size is applied once what is stored fills no more than this part of it. */
const SHRINK_BELOW = 0.9;

type Wanted = Pick<StreamConfig, 'subjects' | 'discard' | 'max_age' | 'max_bytes' | 'duplicate_window'>;

/**
 * Creates a stream where it is missing; in the service that owns it, applies the configured sizes and ages to the one that
 * exists. Never makes a stream smaller than what it stores: NATS would drop the oldest messages, consumed or not. `known`: what
 * `streamInfo` has just said, so that it is not asked twice.
 */
export async function ensureStream(
  nats: NatsService,
  definition: StreamDefinition,
  known?: StreamInfo | null,
): Promise<void> {
  const manager = await nats.manager();
  // Asked first: NATS 2.9 counts the room of a stream twice when one that exists is added again.
  const info = known === undefined ? await streamInfo(manager, definition.name) : known;
  if (info) {
    if (definition.owner === null || definition.owner === nats.service) await apply(nats, manager, definition, info);
    return;
  }
  try {
    await manager.streams.add({
      name: definition.name,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      num_replicas: nats.limits.STREAM_REPLICAS,
      ...wantedConfig(definition, nats.limits),
    });
  } catch (error) {
    // Another process made it in between, perhaps another release with other numbers: the owner will apply its own.
    if (!(error instanceof JetStreamApiError && error.code === STREAM_NAME_IN_USE)) throw error;
  }
}

/** Null: there is no such stream. */
export async function streamInfo(manager: JetStreamManager, stream: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(stream);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
}

/** Shards of clicks that exist, whoever made them: all of them have to be read. */
export async function clickShards(nats: NatsService): Promise<number[]> {
  const manager = await nats.manager();
  const shards: number[] = [];
  for await (const name of manager.streams.names()) {
    const shard = shardOf(name);
    if (shard !== null) shards.push(shard);
  }
  return shards.sort((a, b) => a - b);
}

function wantedConfig(definition: StreamDefinition, limits: StreamLimits): Wanted {
  return {
    subjects: definition.subjects,
    discard: definition.discard,
    max_age: definition.maxAgeHours(limits) * 3_600 * 1e9,
    max_bytes: definition.maxBytes(limits),
    duplicate_window: definition.duplicateWindowSeconds * 1e9,
  };
}

async function apply(nats: NatsService, manager: JetStreamManager, definition: StreamDefinition, info: StreamInfo) {
  const wanted = wantedConfig(definition, nats.limits);
  const { config, state } = info;
  const shrinks = wanted.max_bytes < config.max_bytes || config.max_bytes < 0;
  if (shrinks && definition.discard === DiscardPolicy.New && state.bytes > wanted.max_bytes * SHRINK_BELOW) {
    wanted.max_bytes = config.max_bytes;
  }
  // In two steps: a server on its own takes sizes, and has no room for copies.
  await update(nats, manager, definition.name, config, wanted);
  await update(nats, manager, definition.name, { ...config, ...wanted }, { num_replicas: nats.limits.STREAM_REPLICAS });
}

/** What the server refuses is told and left as it is: events go on through a stream of another size. */
async function update(
  nats: NatsService,
  manager: JetStreamManager,
  stream: string,
  config: StreamConfig,
  change: Partial<StreamConfig>,
): Promise<void> {
  const differs = Object.entries(change).some(
    ([key, value]) => JSON.stringify(config[key as keyof StreamConfig]) !== JSON.stringify(value),
  );
  if (!differs) return;
  try {
    await manager.streams.update(stream, { ...config, ...change });
  } catch (error) {
    // A size for which there is no room is refused like any other.
    if (isOutage(error) && !isNoRoom(error)) throw error;
    nats.tellOnce(`settings of ${stream}`, 'stream settings were refused, it stays as it is', {
      stream,
      settings: change,
      error,
    });
  }
}
