import { AppLogger, CONFIG, Metrics, Outbox, type Periodic, periodic } from '@linkway/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { entryOfAddress } from '../block-list/block-entry.js';
import { BlockList } from '../block-list/block-list.js';
import { BlockListRepository, type Origin } from '../block-list/block-list.repository.js';
import { keyOf } from '../block-list/block-matcher.js';
import type { LinksConfig } from '../config.js';
import { destinationsOf } from '../link/destination.js';
import { LinkNews, type News } from '../link-news/link-news.js';
import { Quarantines } from '../quarantine/quarantine.js';
import type { LinkPlace } from '../quarantine/quarantine.repository.js';
import { AddressCheckRepository, type LeasedCheck, type NotedAddress } from './address-check.repository.js';
import { type Harm, ReputationList } from './reputation-list.js';
import type { ReputationProvider, Verdict } from './reputation-provider.js';
import { WebRisk } from './web-risk.js';

const IDLE_MS = 30_000;
const COMPARE_EVERY_MS = 3_600_000;
const GATHER_MS = 100;
const AT_ONCE = 8;
const MINUTE_MS = 60_000;
/** A provider that cannot be asked is asked again after these, and then every two hours. */
const PAUSES_MS = [MINUTE_MS, 15 * MINUTE_MS, 120 * MINUTE_MS] as const;
/** Whatever it says: no address is asked for oftener. */
const LEAST_MS = MINUTE_MS;

/**
 * Asks providers what they know of addresses, behind the creations and changes of links and again after a while. What means harm becomes an entry
 * of the block list, and so all that this does; what means none any more is taken off it. Any number of processes do so.
 */
@Injectable()
export class ReputationWorker implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly answers;
  private readonly ending = new AbortController();
  private rounds: Periodic | null = null;
  private comparing: Periodic | null = null;
  /** Questions to Web Risk that are left of the minute. */
  private left = { count: 0, until: 0 };

  constructor(
    private readonly news: LinkNews,
    private readonly checks: AddressCheckRepository,
    private readonly local: ReputationList,
    private readonly webRisk: WebRisk,
    private readonly list: BlockListRepository,
    private readonly blockList: BlockList,
    private readonly quarantines: Quarantines,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.answers = metrics.counter('links_reputation_answers_total', 'Addresses that providers were asked about', [
      'provider',
      'outcome',
    ]);
  }

  onModuleInit(): void {
    this.news.hear((news) => this.note(news));
  }

  onApplicationBootstrap(): void {
    const { logger } = this;
    this.rounds = periodic(IDLE_MS, () => this.round(), { name: 'asking for reputations', logger });
    this.comparing = periodic(COMPARE_EVERY_MS, () => this.compare(), {
      name: 'comparing the reputation list',
      logger,
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await Promise.all([this.rounds?.stop(), this.comparing?.stop()]);
  }

  private async note({ changed }: News): Promise<void> {
    const harms: Harm[] = [];
    const places: LinkPlace[] = [];
    const noted: NotedAddress[] = [];
    for (const { route } of changed) {
      const { original_url: url, device_targeting, ...more } = route;
      const place = { tenant_id: route.workspace_id ?? route.link_id, id: route.link_id };
      for (const [, address] of destinationsOf({ ...more, url, device_targeting: device_targeting ?? {} })) {
        // The list is in memory: what it knows need be written down for nobody to ask.
        const harm = this.local.find(address);
        if (harm) {
          harms.push(harm);
          places.push(place);
        } else if (this.webRisk.isOn) noted.push({ url: address, place });
      }
    }
    if (noted.length > 0) {
      await this.checks.note(noted);
      this.rounds?.within(GATHER_MS);
    }
    if (await this.block(harms)) for (const place of places) await this.quarantines.settle(place);
  }

  /** Puts entries of the list in memory onto the block list, as they stand there; false: they are there, or an administrator took them off. */
  private async block(harms: readonly Harm[]): Promise<boolean> {
    if (harms.length === 0) return false;
    const byEntry = new Map(harms.map((harm) => [keyOf(harm.entry), harm]));
    const entries = [...byEntry.values()].map(({ entry }) => entry);
    const missing = new Set((await this.list.missing(this.local.name, entries)).map(keyOf));
    if (missing.size === 0) return false;
    await this.outbox.transaction(async (manager) => {
      for (const [key, { entry, threat }] of byEntry) {
        if (!missing.has(key)) continue;
        await this.list.add(manager, [entry], originOf(this.local.name, threat, null));
        this.answers.inc({ provider: this.local.name, outcome: threat });
      }
    });
    await this.blockList.changed();
    return true;
  }

  /** Takes entries off that the list in memory has no more. */
  async compare(): Promise<void> {
    const gone = (await this.list.ofProvider(this.local.name)).filter((entry) => !this.local.says(entry));
    if (gone.length === 0) return;
    await this.outbox.transaction(async (manager) => {
      for (const { id } of gone) await this.list.remove(manager, id);
    });
    await this.blockList.changed();
  }

  async round(): Promise<number | undefined> {
    if (!this.webRisk.isOn) return undefined;
    const most = Math.min(AT_ONCE, this.mayAsk());
    if (most === 0) return Math.max(1, this.left.until - performance.now());
    const due = await this.checks.lease(most);
    await Promise.all(due.map((check) => this.look(check)));
    return due.length === most ? 0 : undefined;
  }

  private async look(check: LeasedCheck): Promise<void> {
    if (check.is_over && check.entry_id === null) return this.checks.forget(check);
    try {
      // It may know of it since.
      const harm = this.local.find(check.url);
      if (harm && (await this.block([harm]))) await this.quarantines.settle(placeOf(check));
      await this.keep(check, this.webRisk.name, await this.ask(this.webRisk, check.url));
    } catch (error) {
      if (this.ending.signal.aborted) return;
      this.logger.warn('a reputation could not be asked for', { error });
      await this.checks.putOff(check, PAUSES_MS[Math.min(check.attempts, PAUSES_MS.length) - 1] ?? MINUTE_MS);
    }
  }

  private async ask(provider: ReputationProvider, address: string): Promise<Verdict> {
    this.left.count -= 1;
    try {
      const verdict = await provider.look(address, this.ending.signal);
      this.answers.inc({ provider: provider.name, outcome: verdict.threat ?? 'clean' });
      return verdict;
    } catch (error) {
      this.answers.inc({ provider: provider.name, outcome: 'failed' });
      throw error;
    }
  }

  private async keep(check: LeasedCheck, provider: string, { threat, until }: Verdict): Promise<void> {
    const again = until && new Date(Math.max(until.getTime(), Date.now() + LEAST_MS));
    const isChanged = await this.outbox.transaction(async (manager) => {
      let entryId = check.entry_id;
      if (threat === null && entryId !== null) {
        await this.list.remove(manager, entryId);
        entryId = null;
      }
      // What an administrator took off stays off, as long as the same is said.
      if (threat !== null && entryId === null) {
        [entryId = null] = await this.list.add(manager, [entryOfAddress(check.url)], originOf(provider, threat, again));
      }
      await this.checks.keep(manager, check, entryId, again);
      return entryId !== check.entry_id;
    });
    if (!isChanged) return;
    await this.blockList.changed();
    await this.quarantines.settle(placeOf(check));
  }

  private mayAsk(): number {
    const now = performance.now();
    if (now >= this.left.until) this.left = { count: this.config.WEB_RISK_PER_MINUTE, until: now + MINUTE_MS };
    return Math.max(0, this.left.count);
  }
}

const placeOf = ({ tenant_id, link_id: id }: LeasedCheck): LinkPlace => ({ tenant_id, id });

const originOf = (provider: string, threat: string, expires_at: Date | null): Origin => ({
  source: 'reputation',
  provider,
  threat,
  note: '',
  created_by: null,
  expires_at,
});
