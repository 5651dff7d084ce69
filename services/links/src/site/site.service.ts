import type { CheckedDestination, Site } from '@linkway/contracts';
import { AppLogger, CONFIG, faultOfAddress, GuardedError } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import { addressOf, type DestinationAddress } from './destination-address.js';
import { framingOf } from './framing.js';
import { type KnownDestination, SiteRepository } from './site.repository.js';
import { type FetchedPage, SiteFetcher } from './site-fetcher.js';
import { SiteQueueRepository } from './site-queue.repository.js';
import { isForNow, SiteWorker } from './site-worker.js';

/** What was read within that time is not asked for again for a person who waits. */
const FRESH_MS = 6 * 3_600_000;

/** As many wait at most: what is told anew of millions of links is no reason to ask millions of sites. The rest has its turn when it is shown. */
const MOST_WAITING = 10_000;
/** How many wait is counted no oftener. */
const COUNTED_MS = 5_000;

const imageUrl = (key: string | null): string | null => key && `/api/site-images/${key}`;

/** What is known of the pages that links lead to. */
@Injectable()
export class SiteService {
  private room: { hasSome: boolean; at: number } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly sites: SiteRepository,
    private readonly queue: SiteQueueRepository,
    private readonly fetcher: SiteFetcher,
    private readonly worker: SiteWorker,
    private readonly logger: AppLogger,
  ) {}

  private get isOff(): boolean {
    return this.config.DESTINATION_FETCH === 'off';
  }

  /** That links lead there, of whose page nothing may be known yet. */
  async note(destinations: readonly string[]): Promise<void> {
    await this.noteAddresses(this.readable(destinations));
  }

  /**
   * Adds to links what is known of their pages: it is asked for once for all of them. What is not known or old by now is looked at afterwards,
   * which nobody waits for.
   */
  async with<L extends { original_url: string }>(links: readonly L[]): Promise<(L & { site?: Site | null })[]> {
    if (this.isOff || links.length === 0) return [...links];
    const readable = new Map(links.map(({ original_url }) => original_url).map((url) => [url, addressOf(url)]));
    const known = await this.sites.known([...readable.values()].map(({ digest }) => digest));
    const byDigest = new Map(known.map((one) => [one.digest.toString('hex'), one]));
    const of = ({ digest }: DestinationAddress) => byDigest.get(digest.toString('hex'));
    const due = this.readable([...readable.keys()]).filter((address) => of(address)?.is_due ?? true);
    void this.noteAddresses(due).catch((error: unknown) => {
      this.logger.warn('that destinations are shown could not be noted', { error });
    });
    return links.map((link) => {
      const address = readable.get(link.original_url);
      const one = address && of(address);
      return { ...link, site: one ? siteOf(one) : null };
    });
  }

  /** What a page is, and whether it may be shown within one of the origin. It is asked for unless that was done just now. */
  async check(destination: string, within: string): Promise<CheckedDestination> {
    const [address] = this.readable([destination]);
    if (address === undefined) return UNKNOWN;
    const known = (await this.fresh(address)) ?? (await this.read(address));
    if (known === null) return UNKNOWN;
    // What an error says of frames is not what the page does.
    const isPage = known.status !== null && known.status >= 200 && known.status < 300;
    const framing = isPage ? framingOf(known.frame_policies, known.final_url, within) : 'unknown';
    return { site: siteOf(known), framing };
  }

  private async fresh({ digest }: DestinationAddress): Promise<ReadDestination | null> {
    const [known] = await this.sites.known([digest]);
    return known && isRead(known) && Date.now() - known.looked_at.getTime() < FRESH_MS ? known : null;
  }

  private async read(address: DestinationAddress): Promise<ReadDestination | null> {
    const page = await this.page(address);
    // One that is ill for now is tried again once a link leads there.
    if (page === null || isForNow(page.status)) return null;
    const images = page.head ? await this.fetcher.images(page.head) : { icon: null, picture: null };
    await this.sites.keep(address, page, images);
    return this.fresh(address);
  }

  private async page({ url }: DestinationAddress): Promise<FetchedPage | null> {
    try {
      return await this.fetcher.page(url);
    } catch (error) {
      if (!(error instanceof GuardedError)) this.logger.error('a destination cannot be read', { error });
      return null;
    }
  }

  private async noteAddresses(addresses: readonly DestinationAddress[]): Promise<void> {
    if (addresses.length === 0 || !(await this.hasRoom())) return;
    if (await this.sites.note(addresses)) this.worker.wake();
  }

  private async hasRoom(): Promise<boolean> {
    if (this.room === null || performance.now() - this.room.at > COUNTED_MS) {
      const hasSome = !(await this.queue.isLonger(MOST_WAITING));
      this.room = { hasSome, at: performance.now() };
    }
    return this.room.hasSome;
  }

  /** Those that may be asked for at all. */
  private readable(destinations: readonly string[]): DestinationAddress[] {
    if (this.isOff) return [];
    const rules = { scope: 'web', allowPrivate: this.config.DESTINATIONS_TO_PRIVATE } as const;
    return destinations.filter((url) => faultOfAddress(new URL(url), rules) === null).map(addressOf);
  }
}

type ReadDestination = KnownDestination & { final_url: string; looked_at: Date };
const isRead = (known: KnownDestination): known is ReadDestination =>
  known.final_url !== null && known.looked_at !== null;

const UNKNOWN: CheckedDestination = { site: null, framing: 'unknown' };

/** null: nothing that could be shown. */
function siteOf({ title, icon_key, picture_key }: KnownDestination): Site | null {
  if (title === null && icon_key === null && picture_key === null) return null;
  return { title, icon_url: imageUrl(icon_key), picture_url: imageUrl(picture_key) };
}
