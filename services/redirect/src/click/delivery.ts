import { batchId, type CutName, halvesOf, type ShardClicks } from './batch.js';
import type { ClickPublisher } from './click.publisher.js';
import { isRefusal, isTooLarge } from './refusal.js';

/** A batch that is refused for another reason than its size is tried so often before it is set aside, ten seconds in all. */
const REFUSED_TRIES = 9;

/** Keeps clicks that are not to be had by JetStream; throws where it cannot. */
export type SetAside = (id: string, clicks: ShardClicks, error: unknown) => void;

interface Batch {
  readonly shard: number;
  readonly id: string;
  readonly clicks: ShardClicks;
  /** Number of its first click among those of its shard in this cut. */
  readonly first: number;
  refusals: number;
}

/**
 * The clicks of one cut on their way to JetStream, a batch for each shard. What is too large for the server is halved, under
 * ids that the same cut gives again; what it refuses for good, down to a single click, is set aside, so that what stands
 * behind it goes on. Whatever else fails is the caller's to try again.
 */
export class Delivery {
  private waiting: Batch[];
  /** Clicks that were set aside. */
  setAside = 0;
  /** Whether JetStream had one of the batches already. */
  repeated = false;

  constructor(
    private readonly publisher: Pick<ClickPublisher, 'publish'>,
    private readonly keep: SetAside,
    private readonly cut: CutName,
    private readonly at: number,
    clicks: ReadonlyMap<number, ShardClicks>,
  ) {
    this.waiting = [...clicks].map(([shard, some]) => ({
      shard,
      id: batchId(cut, shard),
      clicks: some,
      first: 0,
      refusals: 0,
    }));
  }

  /** Sends what was not taken yet; throws while anything is left. */
  async attempt(): Promise<void> {
    const failures: unknown[] = [];
    const left = await Promise.all(this.waiting.map((batch) => this.send(batch, failures)));
    this.waiting = left.flat();
    if (failures.length > 0) throw failures[0];
  }

  /** What of it has to be sent again. */
  private async send(batch: Batch, failures: unknown[]): Promise<Batch[]> {
    try {
      if (await this.publisher.publish(batch.shard, batch.id, this.at, batch.clicks.json)) this.repeated = true;
      return [];
    } catch (error) {
      if (isTooLarge(error) && batch.clicks.ends.length > 1) {
        const left = await Promise.all(this.halve(batch).map((half) => this.send(half, failures)));
        return left.flat();
      }
      const failure = this.isHopeless(batch, error) ? this.putAside(batch, error) : error;
      if (failure === null) return [];
      failures.push(failure);
      return [batch];
    }
  }

  private isHopeless(batch: Batch, error: unknown): boolean {
    if (!isRefusal(error)) return false;
    batch.refusals += 1;
    return isTooLarge(error) || batch.refusals >= REFUSED_TRIES;
  }

  /** Null, or why it could not be kept. */
  private putAside({ id, clicks }: Batch, error: unknown): unknown {
    try {
      this.keep(id, clicks, error);
    } catch (failure) {
      return failure;
    }
    this.setAside += clicks.ends.length;
    return null;
  }

  private halve({ shard, clicks, first }: Batch): Batch[] {
    let at = first;
    return halvesOf(clicks).map((half) => {
      const part = `${at}-${at + half.ends.length - 1}`;
      const batch = { shard, id: batchId({ ...this.cut, part }, shard), clicks: half, first: at, refusals: 0 };
      at += half.ends.length;
      return batch;
    });
  }
}
