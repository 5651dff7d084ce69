import { linkCreated, linkUpdated } from '@linkway/contracts';
import { AppError, AppLogger, CONFIG, type Emit, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CodeService, type ReservedCode } from '../code/code.service.js';
import type { LinksConfig } from '../config.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { newLink } from '../link/link.draft.js';
import { Link } from '../link/link.entity.js';
import { routeOf, stateOf } from '../link/link.mapper.js';
import { LinkRepository } from '../link/link.repository.js';
import type { Transaction } from '../transaction.js';

/** Of every installation: of any number of processes that make it one does. */
const ID = '01900000-0000-7000-8000-00000000e4a1';
/** Else a random one. */
const CODE = 'example';
/** A new installation has its main domain within seconds. */
const SOON_MS = 1_000;
const LATER_MS = 3_600_000;

export interface Example {
  id: string;
  short_url: string;
  created_at: string;
}

/** The installation's own link, for everybody to try: a link like a guest's that is nobody's to claim, and leads to the web app. */
@Injectable()
export class ExampleService implements OnApplicationBootstrap, OnModuleDestroy {
  private keeping: Periodic | null = null;
  private isKept = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly links: LinkRepository,
    private readonly codes: CodeService,
    private readonly domains: DomainRepository,
    private readonly addresses: DomainService,
    private readonly logger: AppLogger,
    @Inject(CONFIG) private readonly config: Pick<LinksConfig, 'EXAMPLE_URL'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.EXAMPLE_URL === '') return;
    this.keeping = periodic(SOON_MS, () => this.keep(), { name: 'keeping the example', logger: this.logger });
    void this.keeping.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.keeping?.stop();
  }

  /** null: there is none, or its domain is not served now. */
  async find(): Promise<Example | null> {
    const link = this.config.EXAMPLE_URL === '' ? null : await this.links.find(ID, ID);
    const domain = link && (await this.domains.findOf(link));
    if (!link || !domain?.is_active) return null;
    const short_url = this.addresses.shortUrl(domain, link.short_code);
    return { id: ID, short_url, created_at: link.created_at.toISOString() };
  }

  /**
   * Makes it where it is missing, and has it lead where it should: once, as the process that starts last knows best. Answers when to look
   * again, where that is not soon.
   */
  async keep(): Promise<number | undefined> {
    this.isKept ||= await this.keepNow();
    return this.isKept ? LATER_MS : undefined;
  }

  /** False: there is no domain yet. */
  private async keepNow(): Promise<boolean> {
    const link = await this.links.find(ID, ID);
    if (link?.original_url === this.config.EXAMPLE_URL) return true;
    const domain = link ? null : await this.domains.main();
    if (link) await this.outbox.transaction((manager, emit) => this.aim(manager, emit));
    else if (domain) await this.outbox.transaction((manager, emit) => this.make(manager, emit, domain));
    return link !== null || domain !== null;
  }

  private async make(manager: Transaction, emit: Emit, domain: Domain): Promise<void> {
    await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('links-example', 0))");
    if (await manager.existsBy(Link, { tenant_id: ID, id: ID })) return;
    const nobody = { workspace_id: null, user_id: null, device_id: null, password_hash: null };
    const link = newLink({ url: this.config.EXAMPLE_URL, ...nobody }, domain);
    Object.assign(link, { tenant_id: ID, id: ID });
    const code = await this.reserve(manager, link.host);
    link.short_code = code.code;
    await this.links.insert(manager, link);
    emit(linkCreated, { route: routeOf(link, domain, code), link: stateOf(link) });
  }

  private async reserve(manager: Transaction, host: string): Promise<ReservedCode> {
    const owner = { workspaceId: null, linkId: ID };
    try {
      return await this.codes.reserve(manager, host, CODE, owner);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.codes.reserve(manager, host, '', owner);
    }
  }

  private async aim(manager: Transaction, emit: Emit): Promise<void> {
    const link = await manager.findOne(Link, { where: { tenant_id: ID, id: ID }, lock: { mode: 'pessimistic_write' } });
    if (!link || link.original_url === this.config.EXAMPLE_URL) return;
    const code = await this.codes.touch(manager, { host: link.host, code: link.short_code }, ID);
    const domain = await this.domains.findOf(link, manager);
    Object.assign(link, {
      original_url: this.config.EXAMPLE_URL,
      version: link.version + 1,
      updated_at: new Date(),
    });
    await this.links.update(manager, link);
    emit(linkUpdated, { route: routeOf(link, domain, code), link: stateOf(link), previous: null });
  }
}
