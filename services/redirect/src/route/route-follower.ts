import { linkCreated, linkDeleted, linkUpdated } from '@linkway/contracts';
import { EventTail, Metrics, type Tail } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RouteCache } from './route-cache.js';
import { changesOf } from './route-version.js';

/** Lets events of links take effect in memory from now on. */
export function followRoutes(cache: RouteCache, events: EventTail): Tail {
  const tail = events.follow([linkCreated, linkUpdated, linkDeleted], (event) => {
    for (const change of changesOf(event)) cache.apply(change);
  });
  tail.onGap(() => cache.expireAll());
  return tail;
}

/** Lets every event of links take effect in this process at once, whichever process projects it. */
@Injectable()
export class RouteFollower implements OnModuleInit {
  private following: Tail | null = null;

  constructor(
    private readonly cache: RouteCache,
    private readonly tail: EventTail,
    metrics: Metrics,
  ) {
    const lookups = 'Lookups of a link by where it was found';
    metrics.countedElsewhere('redirect_route_lookups_total', lookups, ['from'], (counter) => {
      counter.inc({ from: 'memory' }, cache.hits);
      counter.inc({ from: 'elsewhere' }, cache.misses);
      cache.hits = 0;
      cache.misses = 0;
    });
    metrics.watch('redirect_route_cache_entries', 'Routes in memory', () => cache.size);
    metrics.watch('redirect_route_cache_bytes', 'What the routes in memory take, roughly', () => cache.bytes);
  }

  onModuleInit(): void {
    this.following = followRoutes(this.cache, this.tail);
  }

  /** Whether events are heard of in this moment: what is in memory is as links has it. */
  isHeard(): boolean {
    return this.following?.isHeard() ?? false;
  }
}
