import { createServer, type RequestListener } from 'node:http';
import { routeRangeRpc } from '@linkway/contracts';
import {
  type AppLogger,
  type BeforeStart,
  Belief,
  FloodReporter,
  type Reached,
  type StandIn,
  type Tail,
} from '@linkway/platform';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import { BlockedBook } from '../blocked/blocked-book.js';
import { BlockedFile } from '../blocked/blocked-file.js';
import { type FollowedBlocks, followBlocked } from '../blocked/follow-blocked.js';
import { LimitTeller } from '../cap/limit-teller.js';
import { UsageRepository } from '../cap/usage.repository.js';
import { openClickLog } from '../click/click.module.js';
import { ClickAlarm } from '../click/click-alarm.js';
import type { RedirectConfig } from '../config.js';
import { Cities } from '../country/cities.js';
import { Countries } from '../country/countries.js';
import { HostBook } from '../host/host-book.js';
import { followHosts } from '../host/host-follower.js';
import { OrphanVisits } from '../orphan/orphan-visits.js';
import { AttemptRepository } from '../password/attempt.repository.js';
import { PasswordService } from '../password/password.service.js';
import { keepReady } from '../readiness.js';
import { Misses } from '../route/misses.js';
import { RouteCache } from '../route/route-cache.js';
import { RouteDirectory } from '../route/route-directory.js';
import { followRoutes } from '../route/route-follower.js';
import { type Mending, RouteQuestions } from '../route/route-questions.js';
import type { Snapshot } from '../snapshot/snapshot-file.js';
import { lastKnown, SnapshotWriter, storesOf } from '../snapshot/snapshot-writer.js';
import { AdmissionService } from '../visit/admission.service.js';
import { serverOptions } from '../visit/server-options.js';
import { answerFirst, registerVisits } from '../visit/visit.routes.js';
import { VisitService } from '../visit/visit.service.js';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import { followWorkspaces } from '../workspace/workspace-follower.js';
import { askStandings, type Standings } from './account-standings.js';
import { LateRpc, noDatabase, noOutbox, noTable } from './away.js';
import { askDomains, type DomainStates } from './domain-states.js';
import { StandInOutcomes } from './stand-in-outcomes.js';
import { UnderWay } from './under-way.js';

const FINISH_WITHIN_MS = 10_000;
/** What of the comparison's model a question needs. */
const ROUTES = { name: 'routes', owner: 'links', range: routeRangeRpc };

/** Answers visits from a snapshot while the redirect waits for NATS and PostgreSQL; null: there is none. */
export async function standInFor(parts: BeforeStart, config: RedirectConfig): Promise<StandIn | null> {
  if (config.SNAPSHOT_ROUTES === 0) return null;
  const snapshot = await lastKnown(config, parts.logger);
  if (!snapshot || snapshot.routes.length === 0) return null;
  return RedirectStandIn.make(snapshot, parts, config);
}

/**
 * The parts that answer visits, with what a snapshot told in memory and no database. As soon as NATS is there, links is asked whether
 * a route still holds before it is answered with, and events are followed; until then what was known stands.
 */
class RedirectStandIn implements StandIn {
  readonly listener: RequestListener;
  private readonly tails: Tail[] = [];
  private asking: DomainStates | null = null;
  private askingAccounts: Standings | null = null;
  private followedBlocks: FollowedBlocks | null = null;

  private constructor(
    readonly about: string,
    readonly isTrusted: boolean,
    private readonly cache: RouteCache,
    private readonly directory: RouteDirectory,
    private readonly hosts: HostBook,
    private readonly workspaces: WorkspaceBook,
    private readonly blocked: { book: BlockedBook; file: BlockedFile },
    private readonly rpc: LateRpc,
    private readonly underWay: UnderWay,
    private readonly logger: AppLogger,
    private readonly close: () => Promise<void>,
  ) {
    this.listener = underWay.answer;
  }

  static async make(
    snapshot: Snapshot,
    { logger, metrics, health }: BeforeStart,
    config: RedirectConfig,
  ): Promise<RedirectStandIn> {
    const alarm = new ClickAlarm(metrics, logger);
    const clicks = await openClickLog(config, alarm);
    const bytes = 'Click log of the stand-in on disk; it is shipped once the service is there';
    metrics.watch('redirect_stand_in_click_log_bytes', bytes, () => clicks.size);
    const age = 'Since the snapshot that visits are answered from was known to be right; 0: they are not';
    let at = snapshot.at;
    metrics.watch('redirect_stand_in_age_seconds', age, () => (at === 0 ? 0 : (Date.now() - at) / 1_000));
    const cache = new RouteCache({ bytes: config.CACHE_BYTES, ttlMs: config.ROUTE_TTL_SECONDS * 1_000 });
    for (const { known, guards } of snapshot.routes.toReversed()) cache.restore(known, guards);
    const hosts = new HostBook(config.HOST_ALIASES);
    hosts.update({ changed: snapshot.domains, removed: [] });
    const workspaces = new WorkspaceBook();
    workspaces.update(snapshot.workspaces);
    const blocked = { book: new BlockedBook(), file: new BlockedFile(config) };
    const formerlyBlocked = await blocked.file.read();
    if (formerlyBlocked) blocked.book.hear(formerlyBlocked);
    const rpc = new LateRpc();
    const belief = new Belief(rpc, logger, metrics);
    const mending: Mending = {
      believable: (mends) => belief.believable(ROUTES, mends),
      mend: async () => undefined,
    };
    const questions = new RouteQuestions(noTable, rpc, cache, mending, hosts, logger);
    const { UNKNOWN_CODES_PER_MINUTE: perMinute, UNKNOWN_CODES_PER_SECOND: perSecond } = config;
    const directory = new RouteDirectory(cache, questions, new Misses({ perMinute, perSecond }), noTable, logger);
    const passwords = new PasswordService(new AttemptRepository(noDatabase), logger, config);
    const usage = new UsageRepository(noDatabase, noOutbox);
    const admission = new AdmissionService(usage, new LimitTeller(usage, logger), passwords, logger);
    const outcomes = new StandInOutcomes(metrics);
    const floods = new FloodReporter(rpc, logger);
    const orphans = new OrphanVisits(hosts, rpc, logger);
    const visits = new VisitService(
      directory,
      hosts,
      workspaces,
      blocked.book,
      new Countries(config, health, logger),
      new Cities(config, health, logger),
      clicks,
      admission,
      outcomes,
      floods,
      orphans,
      config,
      logger,
    );
    const { server, listener } = await serverOf(visits, config);
    const stores = storesOf(config);
    const isTrusted = snapshot.stores === stores;
    if (isTrusted) keepReady(health);
    // What it learns is there for whoever stands in next.
    let standIn: RedirectStandIn | null = null;
    const known = {
      cache,
      book: hosts,
      workspaces,
      isHeard: () => standIn?.isHeard() ?? false,
      settle: () => directory.settleDoubts(),
    };
    const writer = new SnapshotWriter(known, snapshot.stores, config, logger, snapshot.at);
    writer.begin();
    const close = async () => {
      floods.onModuleDestroy();
      await orphans.onApplicationShutdown();
      await passwords.onModuleDestroy();
      await writer.close();
      await server.close();
      clicks.close();
      alarm.tell();
      at = 0;
    };
    const about = `answers what was known at ${new Date(at).toISOString()}${isTrusted ? '' : ', of other stores'}`;
    const underWay = new UnderWay(listener);
    standIn = new RedirectStandIn(
      about,
      isTrusted,
      cache,
      directory,
      hosts,
      workspaces,
      blocked,
      rpc,
      underWay,
      logger,
      close,
    );
    return standIn;
  }

  reach({ rpc, tail }: Reached): void {
    this.rpc.reach(rpc);
    const links = followRoutes(this.cache, tail);
    const domains = followHosts(this.hosts, tail);
    domains.onGap(() => this.asking?.again());
    const accounts = followWorkspaces(this.workspaces, tail);
    accounts.onGap(() => this.askingAccounts?.again());
    this.followedBlocks = followBlocked({ ...this.blocked, rpc, events: tail, logger: this.logger });
    this.tails.push(links, domains, accounts, this.followedBlocks.tail);
    this.asking = askDomains(this.hosts, rpc, this.logger);
    this.askingAccounts = askStandings(this.workspaces, rpc, this.logger);
    // Whoever was answered while nobody could be asked is no reason to wait any longer.
    this.cache.doubtAll();
    this.directory.askAgain();
  }

  async end(): Promise<void> {
    await this.underWay.finished(FINISH_WITHIN_MS);
    for (const tail of this.tails) tail.stop();
    await this.asking?.stop();
    await this.askingAccounts?.stop();
    await this.followedBlocks?.stop();
    await this.close();
  }

  private isHeard(): boolean {
    return this.tails.length > 0 && this.tails.every((tail) => tail.isHeard());
  }
}

/** The routes of the service on a server of their own that never listens. */
async function serverOf(
  visits: VisitService,
  config: RedirectConfig,
): Promise<{ server: FastifyInstance; listener: RequestListener }> {
  let next: RequestListener = () => undefined;
  const server = fastify({
    ...serverOptions,
    serverFactory: (handler: RequestListener) => {
      next = handler;
      return createServer();
    },
  } as FastifyServerOptions) as unknown as FastifyInstance;
  await registerVisits(server, visits, config);
  await server.ready();
  return { server, listener: answerFirst(visits, next) };
}
