import { type NatsService, storedMessage } from '@linkway/platform';
import { JetStreamApiError } from '@nats-io/jetstream';
import { ensureLeaseStream, LEASE_STREAM, LEASE_SUBJECTS, LEASE_TTL_MS } from './lease-stream.js';

const WRONG_LAST_SEQUENCE = 10071;
/** Shorter than the stream keeps it, by what a slow insert and clocks may take. */
const VALID_MS = LEASE_TTL_MS * 0.7;

/**
 * One process does a piece of work at a time. The lease is the only message of its subject, which the stream drops after its
 * time; whoever renews names the message that it replaces. A process that keeps its INSTANCE_ID takes its lease back at once.
 */
export class Lease {
  /** Grows when it is taken anew instead of renewed: while it stays the same, and the lease is held, nobody else has had it since. */
  term = 0;
  private sequence = 0;
  /** By a clock that nobody sets back. */
  private validUntil = 0;
  private asking: Promise<boolean> | null = null;

  constructor(
    private readonly nats: NatsService,
    readonly work: string,
    private readonly holder: string,
    private readonly replicas: number,
  ) {}

  get held(): boolean {
    return performance.now() < this.validUntil;
  }

  /** Whether it is time to renew it. */
  get due(): boolean {
    return performance.now() > this.validUntil - VALID_MS * 0.4;
  }

  /** Takes or renews it; false while another process has it. Asked twice at once, it would stand in its own way. */
  acquire(): Promise<boolean> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  async release(): Promise<void> {
    // A renewal under way would take again what is given back here.
    while (this.asking) await this.asking.catch(() => false);
    if (this.sequence === 0) return;
    this.validUntil = 0;
    const { sequence } = this;
    this.sequence = 0;
    const manager = await this.nats.manager();
    await manager.streams.deleteMessage(LEASE_STREAM, sequence, false).catch(() => undefined);
  }

  private async ask(): Promise<boolean> {
    const anew = this.sequence === 0;
    if (anew) {
      await ensureLeaseStream(this.nats, this.replicas);
      const current = await this.current();
      // Asked before it is tried: most of the time another process has it.
      if (current && current.holder !== this.holder) return false;
      this.sequence = current?.sequence ?? 0;
    }
    const asked = performance.now();
    try {
      const ack = await this.nats.jetstream.publish(this.subject, this.holder, {
        expect: { lastSubjectSequence: this.sequence },
      });
      this.sequence = ack.seq;
      this.validUntil = asked + VALID_MS;
      if (anew) this.term += 1;
      return true;
    } catch (error) {
      if (!(error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE)) throw error;
      this.sequence = 0;
      this.validUntil = 0;
      return false;
    }
  }

  private get subject(): string {
    return `${LEASE_SUBJECTS}${this.work}`;
  }

  private async current(): Promise<{ holder: string; sequence: number } | null> {
    const message = await storedMessage(await this.nats.manager(), LEASE_STREAM, { last_by_subj: this.subject });
    return message ? { holder: message.string(), sequence: message.seq } : null;
  }
}
