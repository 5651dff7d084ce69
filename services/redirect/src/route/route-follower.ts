import { linkCreated, linkDeleted, linkUpdated } from '@linkway/contracts';
import { EventTail, Metrics } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { RouteCache } from './route-cache.js';
import { changesOf } from './route-version.js';

const TELL_EVERY_MS = 1_000;

/** Lets every event of links take effect in this process at once, whichever process projects it. */
@Injectable()
export class RouteFollower implements OnModuleInit, OnModuleDestroy {
  private readonly lookups;
  private readonly entries;
  private readonly bytes;
  private telling: NodeJS.Timeout | null = null;

  constructor(
    private readonly cache: RouteCache,
    private readonly tail: EventTail,
    metrics: Metrics,
  ) {
    this.lookups = metrics.counter('redirect_route_lookups_total', 'Lookups of a link by where it was found', ['from']);
    this.entries = metrics.gauge('redirect_route_cache_entries', 'Routes in memory');
    this.bytes = metrics.gauge('redirect_route_cache_bytes', 'What the routes in memory take, roughly');
  }

  onModuleInit(): void {
    const tail = this.tail.follow([linkCreated, linkUpdated, linkDeleted], (event) => {
      for (const change of changesOf(event)) this.cache.apply(change);
    });
    tail.onGap(() => this.cache.expireAll());
    this.telling = setInterval(() => this.tell(), TELL_EVERY_MS);
    this.telling.unref();
  }

  onModuleDestroy(): void {
    if (this.telling) clearInterval(this.telling);
  }

  private tell(): void {
    this.lookups.inc({ from: 'memory' }, this.cache.hits);
    this.lookups.inc({ from: 'elsewhere' }, this.cache.misses);
    this.cache.hits = 0;
    this.cache.misses = 0;
    this.entries.set(this.cache.size);
    this.bytes.set(this.cache.bytes);
  }
}
