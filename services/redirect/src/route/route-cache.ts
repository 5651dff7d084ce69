import type { Route } from '@linkway/contracts';
import { LRUCache } from 'lru-cache';
import { newest, type RouteVersion } from './route-version.js';

export interface CodeEntry {
  code: string;
  known: RouteVersion[];
  /** The living among the known, ready to be decided on. */
  routes: Route[];
  /** Of the cache when it was loaded: it grows with every gap in the events. */
  generation: number;
  freshUntil: number;
  /** Whether links itself was asked, so that what is missing is truly missing. */
  confirmed: boolean;
}

export interface CacheOptions {
  size: number;
  ttlMs: number;
}

/** A code that leads nowhere is remembered for so long; its creation ends that earlier. */
const NEGATIVE_TTL_MS = 5_000;
/** After a gap in the events the read model itself may lag: for a while nothing is trusted for longer than this. */
const UNSURE_MS = 10_000;
const UNSURE_TTL_MS = 500;
/** An event may be seen here before the projection has written it; for so long it is put over what the table says. */
const RECENT_MS = 120_000;
const RECENT_CODES = 50_000;

/**
 * The routes of the codes in use, by code. Events change entries in place by version; the TTL is only for what events
 * could not tell. An entry that has run out is kept, to be answered with while the database cannot be asked.
 */
export class RouteCache {
  private readonly entries: LRUCache<string, CodeEntry>;
  private readonly recent = new LRUCache<string, RouteVersion[]>({ max: RECENT_CODES, ttl: RECENT_MS });
  private gapAt: number;
  private generation = 0;
  hits = 0;
  misses = 0;

  constructor(
    private readonly options: CacheOptions,
    now = Date.now(),
  ) {
    this.entries = new LRUCache({ max: options.size });
    this.gapAt = now;
  }

  get size(): number {
    return this.entries.size;
  }

  get(code: string): CodeEntry | undefined {
    return this.entries.get(code);
  }

  /** Whether an entry that has run out may still be answered with while it is loaded anew. */
  servable(entry: CodeEntry): boolean {
    return entry.generation === this.generation && entry.routes.length > 0;
  }

  /** Keeps what was loaded, under whatever events have told since. */
  put(code: string, loaded: readonly RouteVersion[], confirmed: boolean, now = Date.now()): CodeEntry {
    const known = newest(loaded, this.recent.get(code) ?? []);
    const routes = alive(known);
    const ttl = now < this.gapAt + UNSURE_MS ? UNSURE_TTL_MS : routes.length > 0 ? this.options.ttlMs : NEGATIVE_TTL_MS;
    const entry = { code, known, routes, generation: this.generation, freshUntil: now + jitter(ttl), confirmed };
    this.entries.set(code, entry);
    return entry;
  }

  /** Answers with an entry a while longer, since it could not be loaded anew. */
  extend(entry: CodeEntry, ms: number, now = Date.now()): void {
    entry.freshUntil = now + jitter(ms);
  }

  /** Takes up what an event tells. */
  apply(change: RouteVersion): void {
    this.recent.set(change.code, newest(this.recent.get(change.code) ?? [], [change]));
    const entry = this.entries.peek(change.code);
    if (!entry) return;
    entry.known = newest(entry.known, [change]);
    entry.routes = alive(entry.known);
  }

  /** Events may have been missed: everything that was loaded so far has to be loaded anew. */
  expireAll(now = Date.now()): void {
    this.gapAt = now;
    this.generation += 1;
    for (const entry of this.entries.values()) entry.freshUntil = 0;
  }
}

const alive = (known: readonly RouteVersion[]): Route[] => known.flatMap(({ route }) => (route ? [route] : []));

// Entries that were loaded together must not run out together.
const jitter = (ms: number): number => ms * (0.8 + Math.random() * 0.4);
