import { AppLogger, CONFIG, GuardedError, Metrics, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import { SiteRepository } from './site.repository.js';
import { type FetchedImages, type FetchedPage, SiteFetcher } from './site-fetcher.js';
import { type LeasedDestination, SiteQueueRepository } from './site-queue.repository.js';

const IDLE_MS = 60_000;
const CLEAN_EVERY_MS = 3_600_000;
/** What is noted in that time is taken together. */
const GATHER_MS = 200;
const AT_ONCE = 8;
/** Between two pages of one site. */
const PAUSE_OF_HOST_MS = 1_000;
const MINUTE_MS = 60_000;
/** A page that could not be had is asked for so often again; then not before it is shown after a week. */
export const PAUSES_MS = [MINUTE_MS, 15 * MINUTE_MS, 120 * MINUTE_MS];
/** Who answers so is ill or has too much to do. */
export const isForNow = (status: number): boolean => status === 408 || status === 429 || status >= 500;
/** That an address leads inside is no trouble that passes. */
const FOR_GOOD: ReadonlySet<string> = new Set(['address_private', 'address_refused']);

/** Looks at the pages that links lead to, behind everything else. Any number of processes do so. */
@Injectable()
export class SiteWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes;
  private readonly ending = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  /** Hosts that are asked, and those that were a moment ago. */
  private readonly busy = new Map<string, number>();
  private rounds: Periodic | null = null;
  private cleaning: Periodic | null = null;
  private stopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly queue: SiteQueueRepository,
    private readonly sites: SiteRepository,
    private readonly fetcher: SiteFetcher,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('links_destinations_read_total', 'Pages of destinations that were asked for', [
      'outcome',
    ]);
  }

  onApplicationBootstrap(): void {
    const { logger } = this;
    // What was read before is forgotten in time, also where nothing is read any more.
    this.cleaning = periodic(CLEAN_EVERY_MS, () => this.sites.forget(), { name: 'forgetting destinations', logger });
    if (this.config.DESTINATION_FETCH === 'off') return;
    this.rounds = periodic(IDLE_MS, () => this.round(), { name: 'reading destinations', logger });
    this.rounds.within(GATHER_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    this.ending.abort();
    await Promise.all([this.rounds?.stop(), this.cleaning?.stop()]);
    await Promise.all(this.underWay);
  }

  /** There is something to look at. */
  wake(): void {
    this.rounds?.within(GATHER_MS);
  }

  /** Takes what is due while there are free hands, and waits for none of it. In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    if (this.stopped) return undefined;
    const now = performance.now();
    for (const [host, until] of this.busy) if (until <= now) this.busy.delete(host);
    const taken = await this.queue.lease(AT_ONCE - this.underWay.size, [...this.busy.keys()]);
    for (const destination of taken) this.begin(destination);
    const nextMs = await this.queue.nextDueMs();
    // Whatever waits for a host that is busy has its turn once a page is done, or after its pause.
    return nextMs === null ? undefined : Math.min(IDLE_MS, Math.max(nextMs, PAUSE_OF_HOST_MS));
  }

  private begin(destination: LeasedDestination): void {
    this.busy.set(destination.host, Number.POSITIVE_INFINITY);
    const work: Promise<void> = this.look(destination)
      .catch((error: unknown) => {
        // It comes back once its lease is over.
        this.logger.warn('what a destination is could not be written down', { error });
      })
      .then(() => {
        this.underWay.delete(work);
        this.busy.set(destination.host, performance.now() + PAUSE_OF_HOST_MS);
        this.wake();
      });
    this.underWay.add(work);
  }

  private async look(destination: LeasedDestination): Promise<void> {
    const { signal } = this.ending;
    const againInMs = PAUSES_MS[destination.attempts - 1] ?? null;
    const read = await this.read(destination.url, signal);
    // It comes back once its lease is over: that this process ended is nothing that the site did.
    if (signal.aborted) return;
    if ('failure' in read) {
      this.outcomes.inc({ outcome: read.failure });
      return this.queue.fail(destination, read.failure, FOR_GOOD.has(read.failure) ? null : againInMs);
    }
    const { page, images } = read;
    this.outcomes.inc({ outcome: page.head ? 'read' : 'status' });
    if (isForNow(page.status)) return this.queue.fail(destination, `status ${page.status}`, againInMs);
    await this.sites.keep(destination, page, images);
  }

  /** A page that cannot be read for a reason that nobody thought of has its tries as any other, and is not taken again for ever. */
  private async read(
    url: string,
    signal: AbortSignal,
  ): Promise<{ page: FetchedPage; images: FetchedImages } | { failure: string }> {
    try {
      const page = await this.fetcher.page(url, signal);
      const images = page.head ? await this.fetcher.images(page.head, signal) : { icon: null, picture: null };
      return { page, images };
    } catch (error) {
      if (error instanceof GuardedError) return { failure: error.failure };
      this.logger.error('a destination cannot be read', { error });
      return { failure: 'unreadable' };
    }
  }
}
