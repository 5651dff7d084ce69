import type { ClickPublisher } from './click.publisher.js';

/** JetStream as the shipper sees it, for tests: it may be away, and it drops what it has. */
export class FakeStream {
  readonly batches = new Map<string, string>();
  readonly tries: string[] = [];
  readonly repeated: string[] = [];
  away = false;
  loseAcks = false;
  knowsAll = false;
  readonly publisher: Pick<ClickPublisher, 'publish' | 'failed' | 'repeated'> = {
    publish: async (_shard, id, _at, clicks) => {
      this.tries.push(id);
      if (this.away) throw new Error('no responders');
      const known = this.knowsAll || this.batches.has(id);
      if (!known) this.batches.set(id, clicks.toString());
      if (this.loseAcks) throw new Error('timed out');
      return known;
    },
    failed: () => undefined,
    repeated: (segment) => void this.repeated.push(segment),
  };

  get clicks(): string[] {
    return [...this.batches.values()].flatMap((json) => JSON.parse(`[${json}]`) as string[]);
  }
}
