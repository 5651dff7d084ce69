import { linkCreated, linkUpdated } from '@linkway/contracts';
import { AppError, AppLogger, CONFIG, type Emit, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { CodeKey } from '../code/code.repository.js';
import { CodeService, type ReservedCode } from '../code/code.service.js';
import type { LinksConfig } from '../config.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { hostOf } from '../domain/domain-address.js';
import { newLink } from '../link/link.draft.js';
import { Link } from '../link/link.entity.js';
import { routeOf, stateOf } from '../link/link.mapper.js';
import { LinkRepository } from '../link/link.repository.js';
import type { Transaction } from '../transaction.js';
import { EXAMPLE_ID as ID } from './example-id.js';

/** Else a random one. */
const CODE = 'example';
/** A new installation has its main domain within seconds. */
const SOON_MS = 1_000;
const LATER_MS = 3_600_000;

export interface Example {
  id: string;
  short_url: string;
}

/** The installation's own link, for everybody to try: a link like a guest's that is nobody's to claim, and leads to the web app. */
@Injectable()
export class ExampleService implements OnApplicationBootstrap, OnModuleDestroy {
  private keeping: Periodic | null = null;
  private isAimed = false;

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
    if (!link) return null;
    const [domain, main] = await Promise.all([this.domains.findOf(link), this.domains.main()]);
    if (!isOn(link, main)) void this.keeping?.now();
    return domain?.is_active ? { id: ID, short_url: this.addresses.shortUrl(domain, link.short_code) } : null;
  }

  /**
   * Makes it where it is missing, has it on the main domain, and lead where it should: that once, as the process that starts last knows
   * best. Answers when to look again, where that is not soon.
   */
  async keep(): Promise<number | undefined> {
    const [link, main] = await Promise.all([this.links.find(ID, ID), this.domains.main()]);
    if (!link && !main) return undefined;
    if (link) await this.mend(link, main);
    else if (main) await this.outbox.transaction((manager, emit) => this.make(manager, emit, main));
    this.isAimed = true;
    return LATER_MS;
  }

  private async mend(link: Link, main: Domain | null): Promise<void> {
    const url = this.isAimed ? link.original_url : this.config.EXAMPLE_URL;
    if (link.original_url === url && isOn(link, main)) return;
    await this.outbox.transaction((manager, emit) => this.change(manager, emit, url, main));
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

  private async change(manager: Transaction, emit: Emit, url: string, main: Domain | null): Promise<void> {
    const link = await manager.findOne(Link, { where: { tenant_id: ID, id: ID }, lock: { mode: 'pessimistic_write' } });
    if (!link || (link.original_url === url && isOn(link, main))) return;
    const domain = main ?? (await this.domains.findOf(link, manager));
    const { now, previous } = await this.place(manager, { host: link.host, code: link.short_code }, main);
    Object.assign(link, {
      original_url: url,
      host: now.host,
      short_code: now.code,
      selected_domain_id: domain?.id ?? null,
      kept_from: null,
      version: link.version + 1,
      updated_at: new Date(),
    });
    await this.links.update(manager, link);
    emit(linkUpdated, { route: routeOf(link, domain, now), link: stateOf(link), previous });
  }

  /** The code that it has on the main domain, and the one that it gives up for that. */
  private async place(manager: Transaction, at: CodeKey, main: Domain | null) {
    const host = main ? hostOf(main) : at.host;
    if (host === at.host) return { now: await this.codes.touch(manager, at, ID), previous: null };
    return { now: await this.reserve(manager, host), previous: await this.codes.release(manager, at, ID) };
  }
}

/** Also where there is no main domain to be on. */
const isOn = (link: Link, main: Domain | null): boolean => main === null || link.selected_domain_id === main.id;
