import type { ClickPublisher } from './click.publisher.js';

/** JetStream as the shipper sees it, for tests: it may be away, and it drops what it has. */
export class FakeStream {
  readonly batches = new Map<string, string>();
  readonly tries: string[] = [];
  readonly repeated: string[] = [];
  away = false;
  loseAcks = false;
  knowsAll = false;
  /** What it does not take. */
  refuses: (clicks: string) => Error | null = () => null;
  readonly publisher: Pick<ClickPublisher, 'publish' | 'room' | 'failed' | 'repeated'> = {
    publish: async (_shard, id, _at, clicks) => {
      this.tries.push(id);
      if (this.away) throw new Error('no responders');
      const refusal = this.refuses(clicks.toString());
      if (refusal) throw refusal;
      const known = this.knowsAll || this.batches.has(id);
      if (!known) this.batches.set(id, clicks.toString());
      if (this.loseAcks) throw new Error('timed out');
      return known;
    },
    room: () => Number.POSITIVE_INFINITY,
    failed: () => undefined,
    repeated: (segment) => void this.repeated.push(segment),
  };

  get clicks(): string[] {
    return [...this.batches.values()].flatMap((json) => JSON.parse(`[${json}]`) as string[]);
  }
}
