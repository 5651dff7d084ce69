import { ANY_HOST, type Route } from '@linkway/contracts';
import { AppError, type AppLogger, rarely } from '@linkway/platform';
import { BatcherFull } from './batcher.js';
import type { Misses, Refused } from './misses.js';
import type { RouteRepository } from './route.repository.js';
import type { RouteCache, RouteEntry } from './route-cache.js';
import type { RouteQuestions } from './route-questions.js';
import { hostsFor, nameOf, newer, nothing, type RouteKey, type RouteVersion } from './route-version.js';

/** A visitor whose link is in memory waits this long for links or the database at most, others longer. */
const STALE_PATIENCE_MS = 300;
const PATIENCE_MS = 3_000;
/** What could not be loaded anew is answered with for so long before the next try. */
const RETRY_MS = 2_000;
/** So often versions alone are compared before the read model is looked at too, for what they cannot tell. */
const RENEWALS = 10;
const TELL_EVERY_MS = 10_000;
const SETTLED_AT_ONCE = 500;
/** What a service says that is there and does not come to an answer. */
const TOO_MUCH = new Set(['service.busy', 'service.timeout']);

/** Neither the database nor links can be asked, and the link is not in memory. */
export class RoutesUnavailable extends Error {
  override readonly name = 'RoutesUnavailable';
}

/** A route, that there is none, or why nobody was asked. */
export type Found = Route | null | Refused;

export const isRefused = (found: Found): found is Refused => found !== null && 'refused' in found;

/** Where a visit comes from, and whether the host that it asks is a domain's. */
interface Asker {
  ip: string;
  isListed: boolean;
}

type Questions = Pick<RouteQuestions, 'lookUp' | 'resolve' | 'elsewhere' | 'check'>;

/**
 * What is in memory for a visit: its own (host, code), and where that leads nowhere the code on any host. The last one
 * is what the visit is answered with.
 */
type Entries = [own: RouteEntry] | [own: RouteEntry, any: RouteEntry];

/**
 * Finds the route that a host is answered with: in memory, else in the read model, else by asking links. Of each kind one
 * question at a time per key: whoever needs the read model waits for no check, while a check that needs it takes what is
 * loaded already.
 */
export class RouteDirectory {
  private readonly renewing = new Map<string, Promise<RouteEntry>>();
  private readonly loading = new Map<string, Promise<Entries>>();
  private readonly asking = new Map<string, Promise<Entries>>();
  private readonly finding = new Map<string, Promise<Route | null>>();
  private readonly looking = new Map<string, Promise<Route | null>>();
  /** Until then links is not asked whether what is in memory still holds. */
  private linksAwayUntil = 0;
  /** Until then no visitor waits for a check: one has waited in vain. */
  private unwaitedUntil = 0;
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    private readonly cache: RouteCache,
    private readonly questions: Questions,
    private readonly misses: Misses,
    private readonly routes: Pick<RouteRepository, 'apply'>,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /**
   * The route of a code on a host, else on any host, else one of another host, which only a page needs. At once what is in
   * memory, else a promise. `ip`: of the visitor, whose network pays for misses. `isListed`: the host is a domain's.
   */
  find(code: string, host: string, now: number, ip: string, isListed = true): Found | Promise<Found> {
    const own = this.cache.get(code, host);
    if (own !== undefined && own.known.route !== null && now < own.freshUntil) {
      this.cache.hits += 1;
      return own.known.route;
    }
    return this.findBeyond(own, { code, host }, now, { ip, isListed });
  }

  private findBeyond(own: RouteEntry | undefined, asked: RouteKey, now: number, asker: Asker): Found | Promise<Found> {
    const entries = own === undefined ? this.anyAlone(asked.code, now, asker) : this.withAny(own, asked.code);
    const route = entries && routeIn(entries);
    const isFresh = entries?.every((entry) => now < entry.freshUntil) ?? false;
    if (isFresh && route) {
      this.cache.hits += 1;
      return route;
    }
    this.cache.misses += 1;
    if (entries === null) return this.findInTurn(asked, null, now, asker);
    if (isFresh && isConfirmed(entries)) {
      const [{ elsewhere }] = entries;
      return elsewhere === undefined ? this.lookElsewhere(asked, entries[0]) : elsewhere;
    }
    if (route === null) return this.findInTurn(asked, entries, now, asker);
    // What was known before a gap in the events is no miss, and waits for none.
    if (!this.servable(entries)) return this.findNow(asked, entries, now);
    const renewed = entries.map((entry) => (now < entry.freshUntil ? Promise.resolve(entry) : this.renew(entry)));
    // Links is asked while the visitor is answered with what is in memory, unless that is long over.
    const isOver = entries.some((entry) => now >= Math.max(entry.freshUntil, entry.waitFrom));
    if (!isOver || now < Math.max(this.linksAwayUntil, this.unwaitedUntil)) return route;
    return this.findRenewed(asked, entries, renewed, now, asker);
  }

  /** Whoever comes rarely waits for the check; what was known stands where links and the database are slow. */
  private async findRenewed(
    asked: RouteKey,
    entries: Entries,
    renewed: Promise<RouteEntry>[],
    now: number,
    asker: Asker,
  ): Promise<Found> {
    const found = await within(Promise.all(renewed) as Promise<Entries>, STALE_PATIENCE_MS).catch(() => {
      this.unwaitedUntil = now + STALE_PATIENCE_MS + RETRY_MS;
      return entries.map((entry) => (this.cache.servable(entry) ? this.standing(entry, now) : entry)) as Entries;
    });
    const route = routeIn(found);
    // Where events may have been missed since, it is loaded anew, as for those who come now.
    if (route !== null && this.servable(found)) return route;
    const entriesNow = this.withAny(found[0], asked.code);
    return route === null ? this.findInTurn(asked, entriesNow, now, asker) : this.findNow(asked, entriesNow, now);
  }

  /** Asks for a key that leads nowhere as far as is known here, where its network and all together have not asked for too many. */
  private findInTurn(asked: RouteKey, known: Entries | null, now: number, asker: Asker): Found | Promise<Found> {
    // What was begun before a gap in the events may miss what they would have told.
    const name = `${this.cache.gaps} ${nameOf(asked.code, asked.host)}`;
    const underWay = this.finding.get(name);
    if (underWay) return underWay;
    const told = this.cache.told(asked);
    if (told) return told;
    // The code is none that was made up, and hosts of domains cannot be: it is only to be seen whether this one has a link of its own.
    if (asker.isListed && this.leadsFromAnyHost(asked.code)) return this.findNow(asked, known, now);
    const refused = this.misses.begin(asker.ip, now);
    if (refused !== null && !(refused instanceof Promise)) return refused;
    // Only who has a turn is joined by others: they must not wait, and be refused, with a network that floods.
    const begin = () =>
      this.findBegun(
        asked,
        asker,
        now,
        single(this.finding, name, () => this.findNow(asked, known, now)),
      );
    // In this turn of the event loop where nobody waits: what is asked in one goes out together.
    return refused === null ? begin() : this.findAfter(refused, asked, asker.ip, begin);
  }

  private async findAfter(
    turn: Promise<Refused | null>,
    { code, host }: RouteKey,
    ip: string,
    begin: () => Promise<Route | null>,
  ): Promise<Found> {
    const noTurn = await turn;
    return this.foundMeanwhile({ code, host }, ip) ?? noTurn ?? begin();
  }

  /**
   * For a visit that was refused or had to wait: what an event told since, or somebody else has found. `payer`: of the visitor, whose
   * network gets back what it paid for being looked up; null: it was refused before it paid.
   */
  foundMeanwhile(asked: RouteKey, payer: string | null): Route | null {
    const entries = this.withAny(this.cache.get(asked.code, asked.host), asked.code);
    const inMemory = entries && this.servable(entries) ? routeIn(entries) : null;
    const route = inMemory ?? this.cache.told(asked);
    if (route !== null && payer !== null) this.misses.unanswered(payer);
    return route;
  }

  private async findBegun(
    asked: RouteKey,
    { ip, isListed }: Asker,
    now: number,
    finding: Promise<Route | null>,
  ): Promise<Route | null> {
    const found = await finding.catch((error: unknown) => {
      // Where too many are looked up at once, those who do that pay.
      if (!((error as Error).cause instanceof BatcherFull)) this.misses.unanswered(ip);
      throw error;
    });
    // Names can be made up without end, and each is looked for though it leads where all of them do.
    const isFree = found?.host === asked.host || (found?.host === ANY_HOST && isListed);
    this.misses.end(ip, isFree, now);
    return found;
  }

  private async findNow(asked: RouteKey, known: Entries | null, now: number): Promise<Route | null> {
    const isFresh = known?.every((entry) => now < entry.freshUntil) ?? false;
    const found = isFresh && known ? known : await this.load(asked, known);
    const route = routeIn(found);
    if (route !== null) return route;
    if (isConfirmed(found)) return this.lookElsewhere(asked, found[0]);
    const told = await this.ask(asked, found);
    return routeIn(told) ?? (isConfirmed(told) ? this.lookElsewhere(asked, told[0]) : null);
  }

  /** For the page that names the host of a link: it says that there is none where that cannot be found out. */
  private async lookElsewhere(asked: RouteKey, entry: RouteEntry): Promise<Route | null> {
    if (entry.elsewhere !== undefined) return entry.elsewhere;
    return single(this.looking, entry.name, async () => {
      try {
        entry.elsewhere = await within(this.questions.elsewhere(asked), STALE_PATIENCE_MS);
        return entry.elsewhere;
      } catch (error) {
        this.warn('it cannot be found out on which host a code leads somewhere', error);
        return null;
      }
    });
  }

  /** Never fails: what is in memory stands where nobody can be asked. */
  private renew(entry: RouteEntry): Promise<RouteEntry> {
    const guards = entry.known.route === null;
    return single(this.renewing, entry.name, async () => {
      if (performance.now() >= this.linksAwayUntil) {
        try {
          // A check that hangs ends here, so that the key does not wait for it for ever.
          await within(this.questions.check(entry.known), PATIENCE_MS);
          if (entry.renewals < RENEWALS) {
            const renewed = this.cache.renew(entry);
            if (guards) this.cache.guard(renewed);
            return renewed;
          }
        } catch (error) {
          this.linksAwayUntil = performance.now() + RETRY_MS;
          this.warn('links cannot be asked whether routes still hold', error);
        }
      }
      const held = this.heldFor(entry);
      if (held !== entry) return held;
      // It was loaded while links was asked, or is now by one who may fail, having nothing in memory.
      return this.load(entry.known, [entry]).then(
        ([own]) => own,
        () => entry,
      );
    });
  }

  private load(asked: RouteKey, stale: Entries | null): Promise<Entries> {
    return single(this.loading, nameOf(asked.code, asked.host), () => this.read(asked, stale));
  }

  private async read(asked: RouteKey, stale: Entries | null): Promise<Entries> {
    const before = new Set(hostsFor(asked.host).map((host) => this.cache.get(asked.code, host)));
    try {
      const told = await within(this.questions.lookUp(asked), stale ? STALE_PATIENCE_MS : PATIENCE_MS);
      return this.keep(asked, (key) => {
        const held = this.cache.get(key.code, key.host);
        const read = this.cache.valid(ofKey(told, key));
        if (held !== undefined && key.host !== asked.host && this.standsAlone(held)) return this.alongside(held, read);
        // What links said meanwhile of a key without a route is newer than what was read.
        const confirmed = held?.confirmed === true && !held.assumed && !before.has(held);
        return this.cache.put(read, confirmed);
      });
    } catch (error) {
      this.warn('routes cannot be read from the database', error);
      const held = this.withAny(this.cache.get(asked.code, asked.host), asked.code) ?? stale;
      if (held) return this.askedAbout(held);
      if (error instanceof BatcherFull) throw new RoutesUnavailable('too many codes are looked up', { cause: error });
      return this.askInstead(asked);
    }
  }

  /** What was known before a gap in the events, and cannot be loaded anew, is asked about before it stands. */
  private async askedAbout(held: Entries): Promise<Entries> {
    if (this.servable(held) || performance.now() < this.linksAwayUntil)
      return held.map((entry) => this.standing(entry)) as Entries;
    const { gaps } = this.cache;
    const asked = held.map(async (entry) => {
      try {
        await within(this.questions.check(entry.known), STALE_PATIENCE_MS);
        return this.cache.renew(this.heldFor(entry), performance.now(), gaps);
      } catch (error) {
        this.linksAwayUntil = performance.now() + RETRY_MS;
        this.warn('links cannot be asked whether routes still hold', error);
        return this.standing(entry);
      }
    });
    return (await Promise.all(asked)) as Entries;
  }

  /** Asks links about what is doubted, few at a time. Fails where links cannot be asked. */
  async settleDoubts(): Promise<void> {
    const doubtful = this.cache.doubtful();
    for (let from = 0; from < doubtful.length; from += SETTLED_AT_ONCE) {
      const { gaps } = this.cache;
      const asked = doubtful.slice(from, from + SETTLED_AT_ONCE).map(async (entry) => {
        await this.questions.check(entry.known);
        this.cache.renew(entry, performance.now(), gaps);
      });
      await within(Promise.all(asked), PATIENCE_MS);
    }
  }

  /** Links may be there again: whoever is next asks. */
  askAgain(): void {
    this.linksAwayUntil = 0;
    this.unwaitedUntil = 0;
  }

  private standsAlone(entry: RouteEntry): boolean {
    return entry.known.route !== null && this.cache.servable(entry);
  }

  /**
   * The link for any host is read along with every host that it is visited on. That says no more than what the table has, so links is
   * asked in its time all the same.
   */
  private alongside(any: RouteEntry, read: RouteVersion): RouteEntry {
    this.cache.refresh(any, read);
    if (any.freshUntil <= performance.now()) void this.renew(any);
    return any;
  }

  /** The one question to links before a 404: an event may not have come through yet. */
  private ask(asked: RouteKey, entries: Entries): Promise<Entries> {
    return single(this.asking, entries[0].name, async () => {
      const heldFor = ({ host }: RouteKey) => {
        const entry = entries.find(({ known }) => known.host === host);
        return entry && this.heldFor(entry).known;
      };
      try {
        const told = await this.questions.resolve(asked);
        if (told.length > 0) {
          void this.routes.apply(told).catch((error: unknown) => this.warn('routes cannot be written', error));
        }
        return this.keep(asked, (key) => {
          const held = this.cache.valid(heldFor(key) ?? nothing(key));
          return this.cache.put(newer(held, ofKey(told, key)), true);
        });
      } catch (error) {
        this.warn('links cannot be asked for a route', error);
        // Links is there and may know more: that is no no.
        if (isTooMuch(error)) throw new RoutesUnavailable('links has too much to do', { cause: error });
        // Links is away, so nothing new can have been made but in the last moments: what the read model says stands.
        return this.keep(asked, (key) => {
          const kept = this.cache.put(heldFor(key) ?? nothing(key), true);
          kept.assumed = true;
          this.cache.extend(kept, RETRY_MS);
          return kept;
        });
      }
    });
  }

  private async askInstead(asked: RouteKey): Promise<Entries> {
    try {
      const told = await this.questions.resolve(asked);
      return this.keep(asked, (key) => this.cache.put(ofKey(told, key), true));
    } catch (error) {
      throw new RoutesUnavailable('neither the read model nor links can be asked', { cause: error });
    }
  }

  /** Puts what was loaded into memory: of the code on any host only where its own host leads nowhere. */
  private keep(asked: RouteKey, put: (key: RouteKey) => RouteEntry): Entries {
    const own = put(asked);
    if (own.known.route !== null || asked.host === ANY_HOST) return [own];
    const any = put({ code: asked.code, host: ANY_HOST });
    if (any.known.route !== null) this.cache.guard(own);
    return [own, any];
  }

  /** A visit of a host that nobody told of is not looked for once its network has made up too many: it is answered with the link for any host. */
  private anyAlone(code: string, now: number, { ip, isListed }: Asker): Entries | null {
    if (isListed || !this.misses.isSpent(ip, now)) return null;
    const any = this.cache.get(code, ANY_HOST);
    return any !== undefined && this.standsAlone(any) ? [any] : null;
  }

  private leadsFromAnyHost(code: string): boolean {
    const key = { code, host: ANY_HOST };
    return (this.cache.get(code, ANY_HOST)?.known.route ?? this.cache.told(key)) !== null;
  }

  private withAny(own: RouteEntry | undefined, code: string): Entries | null {
    if (own === undefined) return null;
    if (own.known.route !== null || own.known.host === ANY_HOST) return [own];
    const any = this.cache.get(code, ANY_HOST);
    return any === undefined ? null : [own, any];
  }

  private servable(entries: Entries): boolean {
    return entries.every((entry) => this.cache.servable(entry));
  }

  /** What is in memory now in the place of an entry. */
  private heldFor(entry: RouteEntry): RouteEntry {
    return this.cache.get(entry.known.code, entry.known.host) ?? entry;
  }

  /** What could not be loaded anew stands for a while, unless it was loaded or checked by somebody else meanwhile. */
  private standing(entry: RouteEntry, now = performance.now()): RouteEntry {
    const held = this.heldFor(entry);
    if (held.freshUntil <= now) this.cache.extend(held, RETRY_MS, now);
    return held;
  }

  private warn(message: string, error: unknown): void {
    this.seldom(() => this.logger.warn(message, { error }));
  }
}

const routeIn = (entries: Entries): Route | null => entries[0].known.route ?? entries[1]?.known.route ?? null;
const isTooMuch = (error: unknown): boolean =>
  error instanceof BatcherFull || (error instanceof AppError && TOO_MUCH.has(error.code));
const isConfirmed = (entries: Entries): boolean => entries.every(({ confirmed }) => confirmed);

function ofKey(told: readonly RouteVersion[], key: RouteKey): RouteVersion {
  return told.find(({ host }) => host === key.host) ?? nothing(key);
}

function single<T>(running: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const started = start().finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('timed out')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
