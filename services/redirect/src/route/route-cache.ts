import type { Route } from '@linkway/contracts';
import { atMost, ownText } from '@linkway/platform';
import { LRUCache } from 'lru-cache';
import { corrected, nameOf, newer, nothing, type RouteKey, type RouteVersion } from './route-version.js';

/** What is in memory of one (code, host). */
export interface RouteEntry {
  readonly name: string;
  known: RouteVersion;
  /** Of the cache when it was loaded: it grows with every gap in the events. */
  generation: number;
  /** From then on, by a clock that nobody sets, it is to be asked whether it still holds. */
  freshUntil: number;
  /** From then on a visitor waits for the answer: the last one is a whole TTL ago. */
  waitFrom: number;
  /** Whether links itself was asked, so that what is missing is truly missing. */
  confirmed: boolean;
  /** Whether it only counts as confirmed for a moment, since links could not be asked. */
  assumed: boolean;
  /** How often its version was found to be right since it was loaded. */
  renewals: number;
  /** Known from another time or after a gap: links is asked before anybody is answered with it, whenever it can be asked. */
  doubted: boolean;
  /** It leads nowhere itself, and a link that works on any host is visited past it: it is trusted as long as that link. */
  guards: boolean;
  /** Where it leads nowhere: a link of the same code on another host; undefined: nobody has looked yet. */
  elsewhere: Route | null | undefined;
}

/** What events and links told of a key a moment ago; the table may tell something older a moment longer. */
interface Told {
  newest: RouteVersion;
  /** Versions that links took back. */
  takenBack: number[];
  /** Of the memory then: later events may have been missed since. */
  generation: number;
}

export interface CacheOptions {
  bytes: number;
  ttlMs: number;
}

/** Keys that lead nowhere have a place of their own: however many are asked for, no link has to leave for them. */
const UNKNOWN_KEYS = 20_000;
/** A key that leads nowhere is remembered for so long; its creation ends that earlier. */
const NEGATIVE_TTL_MS = 5_000;
/** After a gap in the events the read model itself may lag: for a while nothing is trusted for longer than this. */
const UNSURE_MS = 10_000;
const UNSURE_TTL_MS = 500;
/** An event may be seen here before the projection has written it; for so long it is put over what the table says. */
const TOLD_MS = 120_000;
const TOLD_KEYS = 50_000;
/** What was told takes this part of the bytes at most, beside what is visited. */
const TOLD_PART = 4;
/** Names to visit a link for any host under can be made up: their keys have this part of the bytes, and no link leaves for them. */
const GUARDS_PART = 8;
/** Measured on the heap: a key that leads nowhere, a route with what is prepared for answering it, and each further target. */
const KEY_BYTES = 600;
const ROUTE_BYTES = 1_900;
const TARGET_BYTES = 600;
/** A condition of a rule, as an object and as a function, beside its texts. */
const CONDITION_BYTES = 600;

/** Routes in memory by (code, host). No version of a key ever gives way to an older one, unless links itself says so. */
export class RouteCache {
  private readonly live: LRUCache<string, RouteEntry>;
  private readonly guards: LRUCache<string, RouteEntry>;
  private readonly unknown = new LRUCache<string, RouteEntry>(atMost(UNKNOWN_KEYS));
  private readonly recent: LRUCache<string, Told>;
  /** Told of what events and links said of any key; `held`: the version that gave way though it was newer. */
  onTold: (change: RouteVersion, held: number | null) => void = () => undefined;
  /** It grows whenever a key that leads somewhere, or guards one, comes, goes or becomes otherwise. */
  revision = 0;
  private hasDoubts = false;
  private gapAt: number;
  private generation = 0;
  hits = 0;
  misses = 0;

  constructor(
    private readonly options: CacheOptions,
    now = performance.now(),
  ) {
    const sizeCalculation = ({ name, known }: RouteEntry) => bytesOf(name, known);
    const ofGuards = Math.ceil(options.bytes / GUARDS_PART);
    this.live = new LRUCache({ maxSize: options.bytes - ofGuards, sizeCalculation });
    this.guards = new LRUCache({ maxSize: ofGuards, sizeCalculation });
    const ofTold = Math.ceil(options.bytes / TOLD_PART);
    // A key's part of the whole is the least that it counts for: with a `max` beside it all places would be taken at once.
    const least = Math.ceil(ofTold / TOLD_KEYS);
    this.recent = new LRUCache({
      ttl: TOLD_MS,
      maxSize: ofTold,
      sizeCalculation: ({ newest }, name) => Math.max(least, bytesOf(name, newest)),
    });
    this.gapAt = now;
  }

  /** Keys that lead somewhere, or guard one that does. */
  get size(): number {
    return this.live.size + this.guards.size;
  }

  get bytes(): number {
    return this.live.calculatedSize + this.guards.calculatedSize;
  }

  /** So often events may have been missed. */
  get gaps(): number {
    return this.generation;
  }

  get(code: string, host: string): RouteEntry | undefined {
    const name = nameOf(code, host);
    return this.live.get(name) ?? this.guards.get(name) ?? this.unknown.get(name);
  }

  /** Keys that lead somewhere and those that guard one, so many of each at most, the last visited first. */
  hottest(most: number): RouteEntry[] {
    return [...firstOf(this.live.values(), most), ...firstOf(this.guards.values(), most)];
  }

  /** Keys that lead somewhere, or guard one, and were known before the last gap in the events, or are doubted. */
  doubtful(): RouteEntry[] {
    // To look through all of them takes milliseconds, and nearly always there are none.
    if (!this.hasDoubts) return [];
    const isDoubtful = (entry: RouteEntry) => entry.doubted || !this.servable(entry);
    const doubtful = [...this.live.values(), ...this.guards.values()].filter(isDoubtful);
    this.hasDoubts = doubtful.length > 0;
    return doubtful;
  }

  has({ code, host }: RouteKey): boolean {
    return this.peek(nameOf(code, host)) !== undefined;
  }

  /**
   * Puts in what was known at another time, or is read from a table that may lag: it is answered with once links was asked, or
   * cannot be. What events have told since stands over it.
   */
  restore(known: RouteVersion, guards: boolean): void {
    const entry = this.entryOf(known, true);
    entry.doubted = true;
    this.hasDoubts = true;
    entry.guards = guards && entry.known.route === null;
    this.keep(entry);
  }

  /** Doubts everything: events may have been missed, or links can be asked at last. */
  doubtAll(): void {
    this.hasDoubts = true;
    for (const entries of [this.live, this.guards]) {
      for (const entry of entries.values()) {
        entry.doubted = true;
        entry.freshUntil = 0;
        entry.waitFrom = 0;
      }
    }
    this.unknown.clear();
  }

  /** The route that an event told of a key a moment ago, where none can have been missed since: it needs nobody to be asked. */
  told(key: RouteKey): Route | null {
    const told = this.recent.get(nameOf(key.code, key.host));
    return told?.newest.route && told.generation === this.generation ? this.put(told.newest, false).known.route : null;
  }

  /** Whether an entry that has run out may still be answered with while it is loaded anew. */
  servable(entry: RouteEntry): boolean {
    return entry.generation === this.generation;
  }

  /** Keeps what was loaded, over what was known and under whatever events have told since. */
  put(loaded: RouteVersion, confirmed: boolean, now = performance.now()): RouteEntry {
    const entry = this.entryOf(loaded, confirmed);
    this.trust(entry, now);
    return this.keep(entry);
  }

  /** Takes over a newer version of an entry that was read along with another key; it is not trusted for longer by that. */
  refresh(entry: RouteEntry, read: RouteVersion): void {
    this.change(entry.name, (known) => newer(read, known));
  }

  /** Keeps an entry that leads nowhere as long as the link for any host that is visited past it. */
  guard(entry: RouteEntry, now = performance.now()): void {
    if (entry.guards || entry.known.route !== null) return;
    entry.guards = true;
    this.trust(entry, now);
    this.keep(entry);
  }

  /** What was read of a key, unless links has taken it back since. */
  valid(read: RouteVersion): RouteVersion {
    const gone = this.recent.get(nameOf(read.code, read.host))?.takenBack;
    return gone?.includes(read.version) ? nothing(read) : read;
  }

  /** Answers with an entry a while longer, since it could not be loaded anew: nobody waits for the same again, unless it is doubted. */
  extend(entry: RouteEntry, ms: number, now = performance.now()): void {
    entry.freshUntil = now + jitter(ms);
    entry.waitFrom = entry.doubted ? entry.freshUntil : now + this.options.ttlMs;
  }

  /**
   * Trusts an entry anew: links was asked for its version, and what differed has been corrected. That says nothing of
   * what was loaded meanwhile, which is answered instead, nor of the events that may have been missed since `gaps`, when links was asked.
   */
  renew(entry: RouteEntry, now = performance.now(), gaps = entry.generation): RouteEntry {
    const held = this.peek(entry.name) ?? entry;
    if (held !== entry || gaps !== this.generation) return held;
    entry.generation = gaps;
    entry.doubted = false;
    entry.renewals += 1;
    entry.confirmed = true;
    entry.assumed = false;
    this.extend(entry, entry.known.route === null && !entry.guards ? NEGATIVE_TTL_MS : this.options.ttlMs, now);
    return entry;
  }

  /** Takes up what an event tells. */
  apply(change: RouteVersion): void {
    const name = nameOf(change.code, change.host);
    const told = this.recent.get(name);
    const { generation } = this;
    this.recent.set(name, { newest: newer(told?.newest, change), takenBack: told?.takenBack ?? [], generation });
    this.change(name, (known) => newer(known, change));
    this.onTold(change, null);
  }

  /** Takes up what links said when it was asked; version `held` gives way to it even where it is newer. */
  correct(change: RouteVersion, held: number | null): void {
    const name = nameOf(change.code, change.host);
    const told = this.recent.get(name);
    const takenBack = told?.takenBack.filter((version) => version !== held) ?? [];
    if (held !== null && held > change.version) takenBack.push(held);
    const { generation } = this;
    this.recent.set(name, { newest: corrected(told?.newest, change, held), takenBack, generation });
    this.change(name, (known) => corrected(known, change, held));
    this.onTold(change, held);
  }

  /** Events may have been missed: everything that was loaded so far has to be loaded anew. */
  expireAll(now = performance.now()): void {
    this.gapAt = now;
    this.generation += 1;
    this.hasDoubts = true;
    for (const entries of [this.live, this.guards, this.unknown])
      for (const entry of entries.values()) entry.freshUntil = 0;
  }

  private entryOf(loaded: RouteVersion, confirmed: boolean): RouteEntry {
    const own = withOwnTexts(loaded);
    const name = nameOf(own.code, own.host);
    const known = newer(this.peek(name)?.known, own);
    const told = this.recent.get(name)?.newest;
    return {
      name,
      known: told ? newer(known, told) : known,
      generation: this.generation,
      freshUntil: 0,
      waitFrom: 0,
      confirmed,
      assumed: false,
      doubted: false,
      renewals: 0,
      guards: false,
      elsewhere: undefined,
    };
  }

  private peek(name: string): RouteEntry | undefined {
    return this.live.peek(name) ?? this.guards.peek(name) ?? this.unknown.peek(name);
  }

  private trust(entry: RouteEntry, now: number): void {
    const lasting = entry.known.route !== null || entry.guards;
    const ttl = now < this.gapAt + UNSURE_MS ? UNSURE_TTL_MS : lasting ? this.options.ttlMs : NEGATIVE_TTL_MS;
    entry.freshUntil = now + jitter(ttl);
    entry.waitFrom = now + this.options.ttlMs;
  }

  private change(name: string, changed: (known: RouteVersion) => RouteVersion): void {
    const entry = this.peek(name);
    if (!entry) return;
    const known = changed(entry.known);
    if (known === entry.known) return;
    const led = entry.known.route !== null;
    entry.known = known;
    entry.elsewhere = undefined;
    if (known.route !== null) entry.guards = false;
    // That links was asked about what was there says nothing of what is there now.
    else if (led) {
      entry.confirmed = false;
      this.trust(entry, performance.now());
    }
    this.keep(entry);
  }

  private keep(entry: RouteEntry): RouteEntry {
    const place = entry.known.route !== null ? this.live : entry.guards ? this.guards : this.unknown;
    // It is weighed anew only where it comes anew.
    const led = this.live.delete(entry.name) || this.guards.delete(entry.name);
    this.unknown.delete(entry.name);
    if (led || place !== this.unknown) this.revision += 1;
    place.set(entry.name, entry);
    return entry;
  }
}

function firstOf<T>(values: Iterable<T>, most: number): T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length >= most) break;
    first.push(value);
  }
  return first;
}

/** The code of a key that leads nowhere is part of what a visitor sent. */
function withOwnTexts(known: RouteVersion): RouteVersion {
  if (known.route !== null) return known;
  return { ...known, code: ownText(known.code), host: ownText(known.host) };
}

/** Roughly what a key takes, once it was visited. Destinations are ASCII, of which a character is a byte. */
function bytesOf(name: string, { route }: RouteVersion): number {
  if (route === null) return KEY_BYTES + name.length;
  const { device_targeting, system_targeting, location_targeting, deep_links, trackers } = route;
  const targets = [device_targeting, system_targeting, location_targeting, deep_links, trackers].flatMap((each) =>
    Object.values(each ?? {}),
  );
  let bytes = ROUTE_BYTES + name.length + route.original_url.length + (route.password_hash?.length ?? 0);
  if (route.fallback_url) bytes += TARGET_BYTES + route.fallback_url.length;
  // In memory a text may take two bytes for a character.
  for (const text of Object.values(route.custom_preview ?? {})) bytes += 2 * text.length;
  if (route.ab_test) bytes += 2 * TARGET_BYTES + route.ab_test.url_b.length;
  if (route.rules) bytes += bytesOfRules(route.rules);
  for (const url of targets) bytes += TARGET_BYTES + url.length;
  return bytes;
}

/** Each as it came and as it is worked out for visits. */
const bytesOfRules = (rules: NonNullable<Route['rules']>): number =>
  rules.length * TARGET_BYTES +
  rules.reduce(
    (sum, { any_of }) => sum + any_of.reduce((all, { all_of }) => all + all_of.length * CONDITION_BYTES, 0),
    0,
  ) +
  3 * JSON.stringify(rules).length;

// Entries that were loaded together must not run out together. Only downwards, so that no entry is trusted for longer than
// it may be, and short of the whole: what is visited often is asked for in the rest of its time, and no visitor waits.
const jitter = (ms: number): number => ms * (0.6 + Math.random() * 0.25);
