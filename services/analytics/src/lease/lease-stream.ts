import type { NatsService } from '@linkway/platform';
import { DiscardPolicy, JetStreamApiError, StorageType } from '@nats-io/jetstream';

const STREAM_NAME_IN_USE = 10058;

/** Leases and signs of life: the last message of each subject, forgotten by the server after a while. */
export const LEASE_STREAM = 'ANALYTICS_LEASES';
export const LEASE_SUBJECTS = 'lease.analytics.';
export const LEASE_TTL_MS = 10_000;

export async function ensureLeaseStream(nats: NatsService, replicas: number): Promise<void> {
  const manager = await nats.manager();
  try {
    await manager.streams.add({
      name: LEASE_STREAM,
      subjects: [`${LEASE_SUBJECTS}>`],
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_msgs_per_subject: 1,
      max_age: LEASE_TTL_MS * 1e6,
      num_replicas: replicas,
    });
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === STREAM_NAME_IN_USE)) throw error;
  }
}
