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
import { BlockListRepository } from '../block-list/block-list.repository.js';
import type { LinksConfig } from '../config.js';
import { destinationsOf } from '../link/destination.js';
import { LinkNews, type News } from '../link-news/link-news.js';
import { Quarantines } from '../quarantine/quarantine.js';
import { AddressCheckRepository, type LeasedCheck } from './address-check.repository.js';
import { addressOfEntry, ReputationList } from './reputation-list.js';
import type { ReputationProvider, Verdict } from './reputation-provider.js';
import { WebRisk } from './web-risk.js';

const IDLE_MS = 30_000;
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
    this.rounds = periodic(IDLE_MS, () => this.round(), { name: 'asking for reputations', logger: this.logger });
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.rounds?.stop();
  }

  private async note({ changed }: News): Promise<void> {
    const noted = changed.flatMap(({ route: { original_url: url, device_targeting, ...route } }) => {
      const place = { tenant_id: route.workspace_id ?? route.link_id, id: route.link_id };
      const addresses = destinationsOf({ ...route, url, device_targeting: device_targeting ?? {} }).map(
        ([, address]) => address,
      );
      return addresses.flatMap((address) => {
        // The list is in memory: what it knows nothing of need not be written down for it, and what an entry of it says of many is asked once.
        const harm = this.local.find(address);
        if (harm) return { url: addressOfEntry(harm.entry), place };
        return this.webRisk.isOn ? { url: address, place } : [];
      });
    });
    if (noted.length === 0) return;
    await this.checks.note(noted);
    this.rounds?.within(GATHER_MS);
  }

  async round(): Promise<number | undefined> {
    const most = Math.min(AT_ONCE, this.mayAsk());
    if (most === 0) return Math.max(1, this.left.until - performance.now());
    const due = await this.checks.lease(most);
    await Promise.all(due.map((check) => this.look(check)));
    return due.length === most ? 0 : undefined;
  }

  private async look(check: LeasedCheck): Promise<void> {
    // What nothing of ours hangs on any more is nobody's question.
    if (!check.has_link && check.entry_id === null) return this.checks.forget(check);
    const asked = this.webRisk.isOn ? [this.local, this.webRisk] : [this.local];
    try {
      for (const provider of asked) {
        const verdict = await this.ask(provider, check.url);
        if (verdict.threat !== null || provider === asked.at(-1)) return await this.keep(check, provider.name, verdict);
      }
    } catch (error) {
      if (this.ending.signal.aborted) return;
      this.logger.warn('a reputation could not be asked for', { error });
      await this.checks.putOff(check, PAUSES_MS[Math.min(check.attempts, PAUSES_MS.length) - 1] ?? MINUTE_MS);
    }
  }

  private async ask(provider: ReputationProvider, address: string): Promise<Verdict> {
    if (provider === this.webRisk) this.left.count -= 1;
    try {
      const verdict = await provider.look(address, this.ending.signal);
      this.answers.inc({ provider: provider.name, outcome: verdict.threat ?? 'clean' });
      return verdict;
    } catch (error) {
      this.answers.inc({ provider: provider.name, outcome: 'failed' });
      throw error;
    }
  }

  private async keep(check: LeasedCheck, provider: string, { threat, until, entry }: Verdict): Promise<void> {
    const again = until && new Date(Math.max(until.getTime(), Date.now() + LEAST_MS));
    await this.outbox.transaction(async (manager) => {
      let entryId = check.entry_id;
      if (threat === null && entryId !== null) {
        await this.list.remove(manager, entryId);
        entryId = null;
      }
      // What an administrator took off stays off, as long as the same is said.
      if (threat !== null && entryId === null) {
        const origin = {
          source: 'reputation',
          provider,
          threat,
          note: '',
          created_by: null,
          expires_at: again,
        } as const;
        [entryId = null] = await this.list.add(manager, [entry ?? entryOfAddress(check.url)], origin);
      }
      await this.checks.keep(manager, check, entryId, again);
    });
    if (threat === null && check.entry_id === null) return;
    await this.blockList.changed();
    await this.quarantines.settle({ tenant_id: check.tenant_id, id: check.link_id });
  }

  private mayAsk(): number {
    if (!this.webRisk.isOn) return AT_ONCE;
    const now = performance.now();
    if (now >= this.left.until) this.left = { count: this.config.WEB_RISK_PER_MINUTE, until: now + MINUTE_MS };
    return Math.max(0, this.left.count);
  }
}
