import type { NatsService } from '@linkway/platform';
import { ensureLeaseStream, LEASE_STREAM, LEASE_SUBJECTS } from './lease-stream.js';

/** How long a process that could not do its work leaves it to others: longer each time, until it can again. */
const HOLD_BACK_MS = [10_000, 20_000, 40_000, 60_000];

const MEMBERS = `${LEASE_SUBJECTS}member.`;

/**
 * How many of the shards this process may have: every process says that it lives, and takes no more than its part among those
 * that do. One that has more, because another came, gives back what is beyond its part. One that cannot do its work claims no
 * part: the others may take all of it. Where there are no others it keeps trying, and the leases decide.
 */
export class WorkShare {
  private readonly held = new Set<string>();
  private others = 0;
  private total = 1;
  private sequence = 0;
  private claims = true;
  /** By a clock that nobody sets. */
  private heldBackUntil = 0;
  private timesHeldBack = 0;

  constructor(
    private readonly nats: NatsService,
    private readonly holder: string,
    private readonly replicas: number,
  ) {}

  /**
   * Says that this process lives, unless it is not able to do its work, and finds out how many others do. Forgotten like a lease
   * when it is not said again.
   */
  async announce(total: number, able = true): Promise<void> {
    await ensureLeaseStream(this.nats, this.replicas);
    this.claims = able && !this.holdsBack;
    const own = `${MEMBERS}${this.holder}`;
    if (this.claims) this.sequence = (await this.nats.jetstream.publish(own, '')).seq;
    else await this.leave();
    const manager = await this.nats.manager();
    const info = await manager.streams.info(LEASE_STREAM, { subjects_filter: `${MEMBERS}>` });
    this.others = Object.keys(info.state.subjects ?? {}).filter((member) => member !== own).length;
    this.total = total;
  }

  async leave(): Promise<void> {
    if (this.sequence === 0) return;
    const { sequence } = this;
    this.sequence = 0;
    const manager = await this.nats.manager();
    await manager.streams.deleteMessage(LEASE_STREAM, sequence, false).catch(() => undefined);
  }

  /** No other process claims work. */
  get isAlone(): boolean {
    return this.others === 0;
  }

  /** Leaves the work to the others for a while. */
  holdBack(): void {
    if (this.holdsBack) return;
    const step = Math.min(this.timesHeldBack, HOLD_BACK_MS.length - 1);
    this.heldBackUntil = performance.now() + (HOLD_BACK_MS[step] ?? 0);
    this.timesHeldBack += 1;
  }

  /** A piece of work was done: what was wrong is over. */
  did(): void {
    this.timesHeldBack = 0;
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
    if (this.isAlone) return this.total;
    return this.claims && !this.holdsBack ? Math.ceil(this.total / (this.others + 1)) : 0;
  }

  private get holdsBack(): boolean {
    return performance.now() < this.heldBackUntil;
  }
}
