import type { NatsService } from '@linkway/platform';
import { DiscardPolicy, JetStreamApiError, StorageType } from '@nats-io/jetstream';

const STREAM = 'ANALYTICS_LEASES';
const TTL_MS = 10_000;
const WRONG_LAST_SEQUENCE = 10071;
const STREAM_NAME_IN_USE = 10058;

/**
 * One process reads a shard at a time. The lease is the only message of its subject, which the stream drops after its time;
 * whoever renews names the message that it replaces. A process that keeps its INSTANCE_ID takes its lease back at once.
 */
export class Lease {
  private sequence = 0;
  private validUntil = 0;

  constructor(
    private readonly nats: NatsService,
    private readonly shard: string,
    private readonly holder: string,
    private readonly replicas: number,
  ) {}

  get held(): boolean {
    return Date.now() < this.validUntil;
  }

  /** Whether it is time to renew it. */
  get due(): boolean {
    return Date.now() > this.validUntil - TTL_MS * 0.3;
  }

  /** Takes or renews it; false while another process has it. */
  async acquire(): Promise<boolean> {
    if (this.sequence === 0) {
      await this.ensureStream();
      this.sequence = await this.ownSequence();
    }
    const asked = Date.now();
    try {
      const ack = await this.nats.jetstream.publish(this.subject, this.holder, {
        expect: { lastSubjectSequence: this.sequence },
      });
      this.sequence = ack.seq;
      // Shorter than the stream keeps it, by what a slow insert and clocks may take.
      this.validUntil = asked + TTL_MS * 0.7;
      return true;
    } catch (error) {
      if (!(error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE)) throw error;
      this.sequence = 0;
      this.validUntil = 0;
      return false;
    }
  }

  async release(): Promise<void> {
    if (this.sequence === 0) return;
    this.validUntil = 0;
    const manager = await this.nats.manager();
    await manager.streams.deleteMessage(STREAM, this.sequence, false).catch(() => undefined);
    this.sequence = 0;
  }

  private get subject(): string {
    return `lease.analytics.${this.shard}`;
  }

  private async ownSequence(): Promise<number> {
    const manager = await this.nats.manager();
    const current = await manager.streams.getMessage(STREAM, { last_by_subj: this.subject });
    return current && current.string() === this.holder ? current.seq : 0;
  }

  private async ensureStream(): Promise<void> {
    const manager = await this.nats.manager();
    try {
      await manager.streams.add({
        name: STREAM,
        subjects: ['lease.analytics.>'],
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        max_msgs_per_subject: 1,
        max_age: TTL_MS * 1e6,
        num_replicas: this.replicas,
      });
    } catch (error) {
      if (!(error instanceof JetStreamApiError && error.code === STREAM_NAME_IN_USE)) throw error;
    }
  }
}
