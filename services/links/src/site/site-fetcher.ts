import {
  AppLogger,
  CONFIG,
  type GuardedAnswer,
  GuardedError,
  type GuardedRequest,
  guardedRequest,
} from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LinksConfig } from '../config.js';
import { type FramePolicies, policiesOf } from './framing.js';
import { headOf, type PageHead } from './page-head.js';
import { textOf } from './page-text.js';
import { smallIcon, smallPicture } from './small-image.js';

const PAGE_MS = 6_000;
const IMAGE_MS = 5_000;
const PAGE_BYTES = 512 * 1_024;
const ICON_BYTES = 256 * 1_024;
const PICTURE_BYTES = 2 * 1_024 * 1_024;
const REDIRECTS = 5;
const PAGES = ['text/html', 'application/xhtml+xml'];
/** Sites whose pages are many have one icon. */
const ICONS_KEPT = 500;
const ICONS_KEPT_MS = 3_600_000;

/** What a page is, without its images. */
export interface FetchedPage {
  /** Where redirects led to. */
  url: string;
  status: number;
  policies: FramePolicies;
  head: PageHead | null;
}

export interface FetchedImages {
  icon: Buffer | null;
  picture: Buffer | null;
}

/** Reads pages that users' links lead to, and what they show of themselves. It says who asks, and where that is explained. */
@Injectable()
export class SiteFetcher {
  private readonly icons = new LRUCache<string, { icon: Buffer | null }>({ max: ICONS_KEPT, ttl: ICONS_KEPT_MS });
  private readonly agent: string;

  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly logger: AppLogger,
  ) {
    const about = config.DESTINATION_ABOUT_URL || config.EXAMPLE_URL;
    this.agent = `LinkwayBot/1.0${about && ` (+${about})`}`;
  }

  /** Throws `GuardedError`. */
  async page(url: string, signal?: AbortSignal): Promise<FetchedPage> {
    const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
    const answer = await this.ask(url, { accept }, { timeoutMs: PAGE_MS, maxBytes: PAGE_BYTES, types: PAGES }, signal);
    const isFound = answer.status >= 200 && answer.status < 300;
    const text = isFound ? textOf(answer.body, answer.headers['content-type']) : null;
    return {
      url: answer.url,
      status: answer.status,
      policies: policiesOf(answer.headers),
      head: text === null ? null : headOf(text, answer.url),
    };
  }

  /** What cannot be had is left out: a page is known without its images as well. */
  async images({ icons, picture }: PageHead, signal?: AbortSignal): Promise<FetchedImages> {
    return {
      icon: await this.icon(icons, signal),
      picture: picture === null ? null : await this.image(picture, PICTURE_BYTES, smallPicture, signal),
    };
  }

  private async icon(addresses: readonly string[], signal?: AbortSignal): Promise<Buffer | null> {
    for (const address of addresses) {
      const known = this.icons.get(address);
      const icon = known ? known.icon : await this.image(address, ICON_BYTES, smallIcon, signal);
      if (!signal?.aborted) this.icons.set(address, { icon });
      if (icon) return icon;
    }
    return null;
  }

  private async image(
    address: string,
    maxBytes: number,
    made: (file: Buffer) => Promise<Buffer | null>,
    signal?: AbortSignal,
  ): Promise<Buffer | null> {
    try {
      const accept = 'image/webp,image/png,image/jpeg,image/x-icon;q=0.9,image/*;q=0.5';
      const answer = await this.ask(address, { accept }, { timeoutMs: IMAGE_MS, maxBytes }, signal);
      return answer.status === 200 && !answer.isCut ? await made(answer.body) : null;
    } catch (error) {
      if (!(error instanceof GuardedError)) this.logger.warn('an image of a site could not be read', { error });
      return null;
    }
  }

  private ask(
    url: string,
    headers: Record<string, string>,
    bounds: Pick<GuardedRequest, 'timeoutMs' | 'maxBytes' | 'types'>,
    signal?: AbortSignal,
  ): Promise<GuardedAnswer> {
    return guardedRequest(url, {
      scope: 'web',
      allowPrivate: this.config.DESTINATIONS_TO_PRIVATE,
      headers: { 'user-agent': this.agent, ...headers },
      maxRedirects: REDIRECTS,
      compressed: true,
      ...bounds,
      ...(signal && { signal }),
    });
  }
}
