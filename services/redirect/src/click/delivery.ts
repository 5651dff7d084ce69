import { batchId, type CutName, halvesOf, joined, type ShardClicks } from './batch.js';
import type { ClickPublisher } from './click.publisher.js';
import { isRefusal, isTooLarge } from './refusal.js';

/** A batch that is refused for another reason than its size is tried so often before it is set aside, ten seconds in all. */
const REFUSED_TRIES = 9;

/** Keeps clicks that are not to be had by JetStream; fails where it cannot. */
export type SetAside = (id: string, clicks: ShardClicks, error: unknown) => Promise<void>;

interface Batch {
  readonly shard: number;
  readonly id: string;
  readonly clicks: ShardClicks;
  /** Number of its first click among those of its shard in this cut. */
  readonly first: number;
  refusals: number;
}

/** Neighbours that JetStream refused for good. */
interface Refused {
  batches: Batch[];
  error: unknown;
}

/** What came of sending: whatever failed, and what is refused, by batch. */
interface Outcome {
  failures: unknown[];
  refused: Map<Batch, unknown>;
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
    const outcome: Outcome = { failures: [], refused: new Map() };
    const left = await Promise.all(this.waiting.map((batch) => this.send(batch, outcome)));
    this.waiting = left.flat();
    // Set aside all at once, when nothing else is left: the same cut then gives the same files after a crash.
    if (outcome.failures.length === 0) await this.putAside(outcome);
    if (outcome.failures.length > 0) throw outcome.failures[0];
  }

  /** What of it has to be sent again, or set aside. */
  private async send(batch: Batch, outcome: Outcome): Promise<Batch[]> {
    try {
      if (await this.publisher.publish(batch.shard, batch.id, this.at, batch.clicks.json)) this.repeated = true;
      return [];
    } catch (error) {
      if (isTooLarge(error) && batch.clicks.ends.length > 1) {
        const left = await Promise.all(this.halve(batch).map((half) => this.send(half, outcome)));
        return left.flat();
      }
      if (this.isHopeless(batch, error)) outcome.refused.set(batch, error);
      else outcome.failures.push(error);
      return [batch];
    }
  }

  private isHopeless(batch: Batch, error: unknown): boolean {
    if (!isRefusal(error)) return false;
    batch.refusals += 1;
    return isTooLarge(error) || batch.refusals >= REFUSED_TRIES;
  }

  /** What cannot be kept waits. */
  private async putAside({ refused, failures }: Outcome): Promise<void> {
    for (const { batches, error } of neighboursIn(refused)) {
      const clicks = joined(batches.map((batch) => batch.clicks));
      try {
        await this.keep(this.idOf(batches, clicks.ends.length), clicks, error);
      } catch (failure) {
        failures.push(failure);
        continue;
      }
      this.setAside += clicks.ends.length;
      for (const batch of batches) refused.delete(batch);
    }
    this.waiting = [...refused.keys()];
  }

  private idOf([batch, ...others]: Batch[], clicks: number): string {
    if (!batch) return '';
    return others.length === 0 ? batch.id : this.partId(batch.shard, batch.first, clicks);
  }

  private partId(shard: number, first: number, clicks: number): string {
    return batchId({ ...this.cut, part: `${first}-${first + clicks - 1}` }, shard);
  }

  private halve({ shard, clicks, first }: Batch): Batch[] {
    let at = first;
    return halvesOf(clicks).map((half) => {
      const batch = { shard, id: this.partId(shard, at, half.ends.length), clicks: half, first: at, refusals: 0 };
      at += half.ends.length;
      return batch;
    });
  }
}

/** Runs of clicks that follow one another in their shard. */
function neighboursIn(refused: ReadonlyMap<Batch, unknown>): Refused[] {
  const runs: Refused[] = [];
  let next = { shard: -1, first: -1 };
  const inOrder = [...refused].sort(([one], [other]) => one.shard - other.shard || one.first - other.first);
  for (const [batch, error] of inOrder) {
    const { shard, first, clicks } = batch;
    if (next.shard === shard && next.first === first) runs.at(-1)?.batches.push(batch);
    else runs.push({ batches: [batch], error });
    next = { shard, first: first + clicks.ends.length };
  }
  return runs;
}
