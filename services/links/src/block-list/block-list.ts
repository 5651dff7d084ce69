import { blockListChanged } from '@linkway/contracts';
import { AppLogger, fieldError, type Hearing, type Periodic, periodic, Signals } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BlockListRepository, type KnownEntry } from './block-list.repository.js';
import { BlockMatcher } from './block-matcher.js';

/** Other processes tell of a change; where that was not heard it is known by then, which is before the links that are there are looked through. */
const ASK_EVERY_MS = 3_000;
const READ_AT_ONCE = 5_000;

/** The block list as this process knows it: in memory, and asked for what has changed by the number of its version when another process says so. */
@Injectable()
export class BlockList implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new BlockMatcher<KnownEntry>();
  private version = 0;
  private asking: Periodic | null = null;
  private reading: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private isKnown = false;
  private hearing: Hearing | null = null;
  private readonly hearers: (() => void)[] = [];

  constructor(
    private readonly list: BlockListRepository,
    private readonly signals: Signals,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const asking = periodic(ASK_EVERY_MS, () => this.renew(), { name: 'reading the block list', logger: this.logger });
    this.asking = asking;
    const ask = () => void asking.now();
    this.hearing = this.signals.hear(blockListChanged, 'all', ask);
    this.signals.onGap(ask);
    ask();
  }

  async onModuleDestroy(): Promise<void> {
    this.hearing?.stop();
    await this.asking?.stop();
  }

  /** Resolves once the list was read, which a process that has just begun may not have done yet. */
  async known(): Promise<void> {
    if (!this.isKnown) await this.renew();
  }

  /** Knows all that was changed before. Whoever asks while it is read waits for the reading after that, all of them for the same. */
  renew(): Promise<void> {
    if (this.following !== null) return this.following;
    if (this.reading === null) return this.begin();
    this.following = this.reading
      .catch(() => undefined)
      .then(() => {
        this.following = null;
        return this.begin();
      });
    return this.following;
  }

  /** Entries were changed here. This process knows it when this resolves, the others are told. */
  changed(): Promise<void> {
    this.signals.tell(blockListChanged, 'all', {});
    return this.renew();
  }

  /** Calls `hearer`, which must not throw, whenever this process has learnt of changes. */
  onNews(hearer: () => void): void {
    this.hearers.push(hearer);
  }

  /** Entries that an address is blocked by. */
  find(address: string): KnownEntry[] {
    return this.entries.find(address);
  }

  get(id: string): KnownEntry | undefined {
    return this.entries.get(id);
  }

  /** Throws `links.url_blocked` at the field of the first address that is blocked. */
  requireAllowed(addresses: readonly (readonly [field: string, url: string])[]): void {
    if (this.entries.size === 0) return;
    for (const [field, url] of addresses) if (this.find(url).length > 0) throw fieldError(field, 'links.url_blocked');
  }

  private begin(): Promise<void> {
    this.reading = this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async read(): Promise<void> {
    const newest = await this.list.version();
    const before = this.version;
    while (this.version < newest) {
      const news = await this.list.newerThan(this.version, READ_AT_ONCE);
      for (const { version: _, removed_at, ...entry } of news) {
        if (removed_at === null) this.entries.add(entry);
        else this.entries.remove(entry.id);
      }
      const last = news.at(-1);
      // Numbers of changes that left nothing behind.
      this.version = last ? Number(last.version) : newest;
    }
    this.isKnown = true;
    if (this.version > before) for (const hear of this.hearers) hear();
  }
}
