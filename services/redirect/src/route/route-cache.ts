import type { Route } from '@linkway/contracts';
import { LRUCache } from 'lru-cache';
import { corrected, newest, type RouteVersion } from './route-version.js';

export interface CodeEntry {
  code: string;
  known: RouteVersion[];
  /** The living among the known, ready to be decided on. */
  routes: Route[];
  /** Of the cache when it was loaded: it grows with every gap in the events. */
  generation: number;
  /** From then on it is to be asked whether it still holds. */
  freshUntil: number;
  /** From then on a visitor waits for the answer: the last one is a whole TTL ago. */
  waitFrom: number;
  /** Whether links itself was asked, so that what is missing is truly missing. */
  confirmed: boolean;
  /** Whether it only counts as confirmed for a moment, since links could not be asked. */
  assumed: boolean;
  /** How often its versions were found to be right since it was loaded. */
  renewals: number;
}

type KeyVersion = Pick<RouteVersion, 'host' | 'version'>;

export interface CacheOptions {
  size: number;
  ttlMs: number;
}

/** Codes that lead nowhere have a place of their own: however many are asked for, no link has to leave for them. */
const UNKNOWN_CODES = 20_000;
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
 * could not tell: nothing is trusted for longer where somebody can be asked. An entry that has run out is kept, to be
 * answered with while nobody can be, and no entry ever goes back to an older version of a route.
 */
export class RouteCache {
  private readonly live: LRUCache<string, CodeEntry>;
  private readonly unknown = new LRUCache<string, CodeEntry>({ max: UNKNOWN_CODES });
  private readonly recent = new LRUCache<string, RouteVersion[]>({ max: RECENT_CODES, ttl: RECENT_MS });
  /** Versions that links took back; the table may tell them a moment longer. */
  private readonly takenBack = new LRUCache<string, KeyVersion[]>({ max: RECENT_CODES, ttl: RECENT_MS });
  private gapAt: number;
  private generation = 0;
  hits = 0;
  misses = 0;

  constructor(
    private readonly options: CacheOptions,
    now = Date.now(),
  ) {
    this.live = new LRUCache({ max: options.size });
    this.gapAt = now;
  }

  /** Codes that lead somewhere. */
  get size(): number {
    return this.live.size;
  }

  get(code: string): CodeEntry | undefined {
    return this.live.get(code) ?? this.unknown.get(code);
  }

  /** Whether an entry that has run out may still be answered with while it is loaded anew. */
  servable(entry: CodeEntry): boolean {
    return entry.generation === this.generation && entry.routes.length > 0;
  }

  /** Keeps what was loaded, together with what was known and under whatever events have told since. */
  put(code: string, loaded: readonly RouteVersion[], confirmed: boolean, now = Date.now()): CodeEntry {
    const known = newest(newest(this.peek(code)?.known ?? [], loaded), this.recent.get(code) ?? []);
    const routes = alive(known);
    const ttl = now < this.gapAt + UNSURE_MS ? UNSURE_TTL_MS : routes.length > 0 ? this.options.ttlMs : NEGATIVE_TTL_MS;
    const times = { freshUntil: now + jitter(ttl), waitFrom: now + this.options.ttlMs };
    return this.keep({
      code,
      known,
      routes,
      generation: this.generation,
      ...times,
      confirmed,
      assumed: false,
      renewals: 0,
    });
  }

  /** What was read of a code, without what links has taken back since. */
  valid(code: string, read: readonly RouteVersion[]): readonly RouteVersion[] {
    const gone = this.takenBack.get(code);
    if (!gone) return read;
    return read.filter((one) => !gone.some(({ host, version }) => host === one.host && version === one.version));
  }

  /** Answers with an entry a while longer, since it could not be loaded anew: nobody waits for the same again. */
  extend(entry: CodeEntry, ms: number, now = Date.now()): void {
    entry.freshUntil = now + jitter(ms);
    entry.waitFrom = now + this.options.ttlMs;
  }

  /**
   * Trusts an entry anew: links was asked for its versions, and what differed has been corrected. That says nothing of
   * what was loaded meanwhile, which is answered instead, nor of the events that may have been missed meanwhile.
   */
  renew(entry: CodeEntry, now = Date.now()): CodeEntry {
    const held = this.peek(entry.code) ?? entry;
    if (held !== entry || entry.generation !== this.generation) return held;
    entry.renewals += 1;
    // Links was asked for the hosts that are known here only.
    entry.confirmed = false;
    entry.freshUntil = now + jitter(entry.routes.length > 0 ? this.options.ttlMs : NEGATIVE_TTL_MS);
    entry.waitFrom = now + this.options.ttlMs;
    return entry;
  }

  /** Takes up what an event tells. */
  apply(change: RouteVersion): void {
    this.recent.set(change.code, newest(this.recent.get(change.code) ?? [], [change]));
    const entry = this.peek(change.code);
    if (entry) this.change(entry, newest(entry.known, [change]));
  }

  /** Takes up what links said when it was asked; version `held` gives way to it even where it is newer. */
  correct(change: RouteVersion, held: number | null): void {
    const { code, host, version } = change;
    this.recent.set(code, corrected(this.recent.get(code) ?? [], change, held));
    if (held !== null && held > version) {
      this.takenBack.set(code, [...(this.takenBack.get(code) ?? []), { host, version: held }]);
    }
    const entry = this.peek(code);
    if (entry) this.change(entry, corrected(entry.known, change, held));
  }

  /** Events may have been missed: everything that was loaded so far has to be loaded anew. */
  expireAll(now = Date.now()): void {
    this.gapAt = now;
    this.generation += 1;
    for (const entries of [this.live, this.unknown]) for (const entry of entries.values()) entry.freshUntil = 0;
  }

  private peek(code: string): CodeEntry | undefined {
    return this.live.peek(code) ?? this.unknown.peek(code);
  }

  private change(entry: CodeEntry, known: RouteVersion[]): void {
    const wasAlive = entry.routes.length > 0;
    entry.known = known;
    entry.routes = alive(known);
    if (wasAlive !== entry.routes.length > 0) this.keep(entry);
  }

  private keep(entry: CodeEntry): CodeEntry {
    const isAlive = entry.routes.length > 0;
    (isAlive ? this.unknown : this.live).delete(entry.code);
    (isAlive ? this.live : this.unknown).set(entry.code, entry);
    return entry;
  }
}

const alive = (known: readonly RouteVersion[]): Route[] => known.flatMap(({ route }) => (route ? [route] : []));

// Entries that were loaded together must not run out together. Only downwards, so that no entry is trusted for longer than
// it may be, and short of the whole: what is visited often is asked for in the rest of its time, and no visitor waits.
const jitter = (ms: number): number => ms * (0.6 + Math.random() * 0.25);
