import type { NatsService } from '@linkway/platform';
import { ensureLeaseStream, LEASE_STREAM, LEASE_SUBJECTS } from './lease-stream.js';

const MEMBERS = `${LEASE_SUBJECTS}member.`;

/**
 * How many of the shards this process may have: every process says that it lives, and takes no more than its part among those
 * that do. One that has more, because another came, gives back what is beyond its part.
 */
export class WorkShare {
  private readonly held = new Set<string>();
  private members = 1;
  private total = 1;
  private sequence = 0;

  constructor(
    private readonly nats: NatsService,
    private readonly holder: string,
    private readonly replicas: number,
  ) {}

  /** Says that this process lives and finds out how many do. Forgotten like a lease when it is not said again. */
  async announce(total: number): Promise<void> {
    await ensureLeaseStream(this.nats, this.replicas);
    this.sequence = (await this.nats.jetstream.publish(`${MEMBERS}${this.holder}`, '')).seq;
    const manager = await this.nats.manager();
    const info = await manager.streams.info(LEASE_STREAM, { subjects_filter: `${MEMBERS}>` });
    this.members = Math.max(1, Object.keys(info.state.subjects ?? {}).length);
    this.total = total;
  }

  async leave(): Promise<void> {
    if (this.sequence === 0) return;
    const manager = await this.nats.manager();
    await manager.streams.deleteMessage(LEASE_STREAM, this.sequence, false).catch(() => undefined);
  }

  mayTake(work: string): boolean {
    return this.held.has(work) || this.held.size < this.part;
  }

  took(work: string): void {
    this.held.add(work);
  }

  gave(work: string): void {
    this.held.delete(work);
  }

  /** True for as many pieces of work as are beyond the part of this process: each is to be given back. */
  hasTooMuch(work: string): boolean {
    if (this.held.size <= this.part) return false;
    this.held.delete(work);
    return true;
  }

  private get part(): number {
    return Math.ceil(this.total / this.members);
  }
}
