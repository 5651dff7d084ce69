import { setTimeout as delay } from 'node:timers/promises';
import { AppLogger, CONFIG, Metrics } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RedirectConfig } from '../config.js';
import { HostBook } from '../host/host-book.js';
import { RouteRepository } from '../route/route.repository.js';
import { RouteCache } from '../route/route-cache.js';
import { RouteDirectory } from '../route/route-directory.js';
import { RouteFollower } from '../route/route-follower.js';
import { nameOf } from '../route/route-version.js';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import type { KnownRoute } from './snapshot-file.js';
import { lastKnown, SnapshotWriter, storesOf } from './snapshot-writer.js';

/** Keys that are loaded in one question, and the pause behind each, in which visitors are answered. */
const LOAD = { keys: 500, pauseMs: 20 };
const TRY_AGAIN_MS = 5_000;

/**
 * Keeps a snapshot for a start without stores. A process that starts with them takes no more from those of its predecessors than
 * which links are hot: it loads these from the database, so that it begins with them in memory. The table may lag behind what happened
 * while no process was there, so links is asked about each before somebody is answered with it.
 */
@Injectable()
export class SnapshotKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private writer: SnapshotWriter | null = null;
  private readonly stopping = new AbortController();
  /** What was hot before this process is in memory, and its own snapshot is kept; never where the process ended before. */
  readonly loaded: Promise<void>;
  private tellLoaded: () => void = () => undefined;
  private loading: Promise<void> = Promise.resolve();

  constructor(
    private readonly cache: RouteCache,
    private readonly routes: RouteRepository,
    private readonly directory: RouteDirectory,
    private readonly book: HostBook,
    private readonly workspaces: WorkspaceBook,
    private readonly follower: RouteFollower,
    @Inject(CONFIG) private readonly config: RedirectConfig,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.loaded = new Promise((resolve) => {
      this.tellLoaded = resolve;
    });
    const age = 'Since all that is in the snapshot was known to be right; 0 without one';
    metrics.watch('redirect_snapshot_age_seconds', age, () => {
      const at = this.writer?.writtenAt ?? 0;
      return at === 0 ? 0 : (Date.now() - at) / 1_000;
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.SNAPSHOT_ROUTES === 0) return;
    const known = {
      cache: this.cache,
      book: this.book,
      workspaces: this.workspaces,
      isHeard: () => this.follower.isHeard(),
      settle: () => this.directory.settleDoubts(),
    };
    this.writer = new SnapshotWriter(known, storesOf(this.config), this.config, this.logger);
    this.loading = this.begin(this.writer);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.loading;
    await this.writer?.close();
  }

  /** For tests. */
  async keepNow(): Promise<void> {
    await this.writer?.keepNow();
  }

  private async begin(writer: SnapshotWriter): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.load(writer, signal);
        break;
      } catch (error) {
        this.logger.info('hot links cannot be loaded yet', { error });
        await delay(TRY_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    if (signal.aborted) return;
    // Not before: with what it knows until then it would put a cold snapshot in the place of a hot one.
    writer.begin();
    this.tellLoaded();
  }

  /** Loads what was hot in the processes before this one, the last visited last. */
  private async load(writer: SnapshotWriter, signal: AbortSignal): Promise<void> {
    const snapshot = await lastKnown(this.config, this.logger);
    const hot = (snapshot?.routes ?? []).slice(0, 2 * this.config.SNAPSHOT_ROUTES).reverse();
    for (let from = 0; from < hot.length && !signal.aborted; from += LOAD.keys) {
      const portion = hot.slice(from, from + LOAD.keys).filter(({ known }) => !this.cache.has(known));
      await this.loadPortion(portion, writer);
      await delay(LOAD.pauseMs, undefined, { signal }).catch(() => undefined);
    }
    if (hot.length > 0) this.logger.info('links that were hot are in memory', { links: hot.length });
  }

  private async loadPortion(hot: readonly KnownRoute[], writer: SnapshotWriter): Promise<void> {
    const found = await this.routes.findByKeys(hot.map(({ known }) => known));
    const byName = new Map(found.map((known) => [nameOf(known.code, known.host), known]));
    for (const { known, guards } of hot) {
      const { code, host } = known;
      const read = this.cache.valid(byName.get(nameOf(code, host)) ?? { code, host, version: 0, route: null });
      // Meanwhile somebody may have visited it, and links have been asked.
      if (this.cache.has(known)) continue;
      if (read.route !== null || guards) this.cache.restore(read, guards);
      else writer.gone({ ...known, version: Math.max(known.version, read.version) });
    }
  }
}
