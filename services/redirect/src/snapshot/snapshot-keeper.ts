import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppLogger, CONFIG, Metrics, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { HostBook } from '../host/host-book.js';
import { RouteRepository } from '../route/route.repository.js';
import { RouteCache } from '../route/route-cache.js';
import { RouteFollower } from '../route/route-follower.js';
import { nameOf, nothing } from '../route/route-version.js';
import { type Change, type KnownRoute, readSnapshots, removeDead, SnapshotFile } from './snapshot-file.js';

const WRITE_EVERY_MS = 60_000;
/** For so long a change may be known here and not be on disk. */
const TELL_WITHIN_MS = 250;
/** With more behind it the snapshot is written anew. */
const MOST_ADDED_BYTES = 8 * 1024 ** 2;
/** Keys that are loaded at a start in one question, and the pause behind each, in which visitors are answered. */
const LOAD = { keys: 500, pauseMs: 20 };
const TRY_AGAIN_MS = 5_000;
const NEVER = -2;
const STALE = -1;
/** A process that does not live longer than that leaves no snapshot behind. */
const FIRST_AFTER_MS = 10_000;

/** Where the processes of a machine keep their snapshots. */
export const snapshotFolder = (config: Pick<RedirectConfig, 'SNAPSHOT_DIR' | 'CLICK_LOG_DIR'>): string =>
  config.SNAPSHOT_DIR || join(config.CLICK_LOG_DIR, 'snapshot');

/**
 * Keeps what this process knows of hot links on disk, for a start without stores. A process that starts with them takes no more
 * from it than which links are hot: it loads these from the database, so that it begins with them in memory.
 */
@Injectable()
export class SnapshotKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly folder: string;
  private readonly most: number;
  private readonly file: SnapshotFile;
  private rounds: Periodic | null = null;
  private readonly changes: Change[] = [];
  /** Names of the keys that the file tells of. */
  private names = new Set<string>();
  private isLoaded = false;
  /** Of the memory, when it was written. */
  private revision = NEVER;
  /** When all of it was known to be right. */
  private at = Date.now();
  private telling: NodeJS.Timeout | null = null;
  private triedAt = 0;
  private atWork: Promise<void> = Promise.resolve();
  private closed = false;
  /** What was hot before this process is in memory. */
  readonly loaded: Promise<void>;
  private tellLoaded: () => void = () => undefined;

  constructor(
    private readonly cache: RouteCache,
    private readonly routes: RouteRepository,
    private readonly book: HostBook,
    private readonly follower: RouteFollower,
    @Inject(CONFIG) config: RedirectConfig,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.folder = snapshotFolder(config);
    this.most = config.SNAPSHOT_ROUTES;
    this.file = new SnapshotFile(this.folder);
    this.loaded = new Promise((resolve) => {
      this.tellLoaded = resolve;
    });
    const age = 'Since all that is in the snapshot was known to be right';
    metrics.watch('redirect_snapshot_age_seconds', age, () => (Date.now() - this.at) / 1_000);
  }

  onApplicationBootstrap(): void {
    if (this.most === 0) return;
    this.cache.onTold = (known, held) => {
      if (this.names.has(nameOf(known.code, known.host))) this.tell({ known, held });
    };
    this.book.onTold = (domain) => this.tell({ domain });
    this.rounds = periodic(WRITE_EVERY_MS, () => this.round(), {
      name: 'keeping a snapshot of hot links',
      logger: this.logger,
    });
    void this.rounds.now();
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.rounds) return;
    this.closed = true;
    await this.rounds.stop();
    if (this.telling) clearTimeout(this.telling);
    try {
      if (this.isLoaded) await this.keepNow();
    } catch (error) {
      this.logger.warn('the last snapshot cannot be written', { error });
    }
    await this.file.close();
  }

  /** Brings the disk up to what is in memory. */
  keepNow(): Promise<void> {
    return this.inTurn(() => this.keep());
  }

  private async round(): Promise<number | undefined> {
    if (!this.isLoaded) {
      try {
        await this.load();
        return FIRST_AFTER_MS;
      } catch (error) {
        this.logger.info('hot links cannot be loaded yet', { error });
        return TRY_AGAIN_MS;
      }
    }
    this.triedAt = Date.now();
    await this.keepNow();
    return undefined;
  }

  /** Loads what was hot in the processes before this one, the last visited last. */
  private async load(): Promise<void> {
    const snapshot = await readSnapshots(this.folder, (file, error) =>
      this.logger.warn('a snapshot cannot be read and is passed over', { file, error }),
    );
    const hot = (snapshot?.routes ?? []).slice(0, 2 * this.most).reverse();
    for (let from = 0; from < hot.length && !this.closed; from += LOAD.keys) {
      await this.loadPortion(hot.slice(from, from + LOAD.keys).filter(({ known }) => !this.cache.has(known)));
      await delay(LOAD.pauseMs);
    }
    this.isLoaded = !this.closed;
    if (this.isLoaded) this.tellLoaded();
    if (hot.length > 0) this.logger.info('links that were hot are in memory', { links: hot.length });
  }

  private async loadPortion(hot: readonly KnownRoute[]): Promise<void> {
    const found = await this.routes.findByKeys(hot.map(({ known }) => known));
    const byName = new Map(found.map((known) => [nameOf(known.code, known.host), known]));
    for (const { known, guards } of hot) {
      const read = this.cache.valid(byName.get(nameOf(known.code, known.host)) ?? nothing(known));
      // Meanwhile somebody may have visited it, and links have been asked.
      if (this.cache.has(known) || (read.route === null && !guards)) continue;
      const entry = this.cache.put(read, false);
      if (guards) this.cache.guard(entry);
    }
  }

  private async keep(): Promise<void> {
    if (this.follower.isHeard()) this.at = Date.now();
    const { revision } = this.cache;
    if (revision === this.revision && this.file.added < MOST_ADDED_BYTES) {
      try {
        return await this.file.append([...this.changes.splice(0), { at: this.at }]);
      } catch {
        // It is gone, or its disk is full: all of it is written anew.
      }
    }
    const hottest = this.cache.hottest(this.most);
    // What is told while it is written may be in it in the older form.
    const names = new Set(hottest.map(({ name }) => name));
    this.names = new Set([...this.names, ...names]);
    const routes = hottest.map(({ known, guards }) => ({ known, guards }));
    await this.file.write({ at: this.at, domains: this.book.all(), routes });
    this.names = names;
    if (this.revision === NEVER) this.logger.info('a snapshot of hot links is on disk', { links: routes.length });
    this.revision = revision;
    await removeDead(this.folder);
  }

  private tell(change: Change): void {
    this.changes.push(change);
    if (this.telling || this.closed) return;
    this.telling = setTimeout(() => {
      this.telling = null;
      void this.inTurn(() => this.tellAll());
    }, TELL_WITHIN_MS);
    this.telling.unref();
  }

  private async tellAll(): Promise<void> {
    if (this.changes.length === 0) return;
    try {
      await this.file.append(this.changes.splice(0));
    } catch {
      this.revision = STALE;
    }
    const isDue = this.revision < 0 || this.file.added >= MOST_ADDED_BYTES;
    if (isDue && Date.now() - this.triedAt > TRY_AGAIN_MS) void this.rounds?.now();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.atWork.then(work);
    this.atWork = next.catch(() => undefined);
    return next;
  }
}
