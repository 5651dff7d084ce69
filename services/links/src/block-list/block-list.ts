import { AppLogger, fieldError, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BlockListRepository, type KnownEntry } from './block-list.repository.js';
import { BlockMatcher } from './block-matcher.js';

/** A change is known to every process within two of these. */
const ASK_EVERY_MS = 800;
const READ_AT_ONCE = 5_000;

/** The block list as this process knows it: in memory, and asked for what has changed by the number of its version. */
@Injectable()
export class BlockList implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new BlockMatcher<KnownEntry>();
  private version = 0;
  private asking: Periodic | null = null;
  private reading: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private isKnown = false;

  constructor(
    private readonly list: BlockListRepository,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.asking = periodic(ASK_EVERY_MS, () => this.renew(), { name: 'reading the block list', logger: this.logger });
    void this.asking.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.asking?.stop();
  }

  /** Resolves once the list was read, which a process that has just begun may not have done yet. */
  async known(): Promise<void> {
    if (!this.isKnown) await this.renew();
  }

  /** Knows all that was changed before. Whoever asks while it is read waits for the reading after that, all of them for the same. */
  renew(): Promise<void> {
    if (this.reading === null) return this.begin();
    this.following ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.following = null;
        return this.begin();
      });
    return this.following;
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
  }
}
