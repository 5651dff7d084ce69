import { ANY_HOST } from '@linkway/contracts';
import { type AppLogger, networkOf, rarely } from '@linkway/platform';
import { BatcherFull } from './batcher.js';
import type { MissBudget } from './miss-budget.js';
import type { RouteRepository } from './route.repository.js';
import type { CodeEntry, RouteCache } from './route-cache.js';
import type { RouteQuestions } from './route-questions.js';
import { newest } from './route-version.js';

/** A visitor whose link is in memory waits this long for links or the database at most, others longer. */
const STALE_PATIENCE_MS = 300;
const PATIENCE_MS = 3_000;
/** What could not be loaded anew is answered with for so long before the next try. */
const RETRY_MS = 2_000;
/** So often versions alone are compared before the read model is looked at too, for what they cannot tell. */
const RENEWALS = 10;
const TELL_EVERY_MS = 10_000;

/** Neither the database nor links can be asked, and the code is not in memory. */
export class RoutesUnavailable extends Error {
  override readonly name = 'RoutesUnavailable';
}

type Questions = Pick<RouteQuestions, 'lookUp' | 'resolve' | 'check'>;

/**
 * Finds the routes of a code: in memory, else in the read model, else by asking links. Of each kind one question at a time
 * per code: whoever needs the read model waits for no check, while a check that needs it takes what is loaded already.
 */
export class RouteDirectory {
  private readonly renewing = new Map<string, Promise<CodeEntry>>();
  private readonly loading = new Map<string, Promise<CodeEntry>>();
  private readonly asking = new Map<string, Promise<CodeEntry>>();
  /** Until then links is not asked whether what is in memory still holds. */
  private linksAwayUntil = 0;
  /** Until then no visitor waits for a check: one has waited in vain. */
  private unwaitedUntil = 0;
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    private readonly cache: RouteCache,
    private readonly questions: Questions,
    private readonly budget: MissBudget,
    private readonly routes: Pick<RouteRepository, 'apply'>,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** At once what is in memory and fits the host, else a promise. `ip`: of the visitor, whose network pays for misses. */
  find(code: string, host: string, now: number, ip: string): CodeEntry | Promise<CodeEntry> {
    const entry = this.cache.get(code);
    if (entry !== undefined && (entry.confirmed || answers(entry, host))) {
      if (now < entry.freshUntil) {
        this.cache.hits += 1;
        return entry;
      }
      if (this.cache.servable(entry) && answers(entry, host)) {
        this.cache.misses += 1;
        const renewed = this.renew(entry);
        // Links is asked while the visitor is answered with what is in memory, unless that is long over.
        const waits = now >= entry.waitFrom && now >= Math.max(this.linksAwayUntil, this.unwaitedUntil);
        return waits ? this.findRenewed(entry, renewed, host, now, ip) : entry;
      }
    }
    this.cache.misses += 1;
    return this.findElsewhere(code, host, entry, now, ip);
  }

  /** Whoever comes rarely waits for the check; what was known stands where links and the database are slow. */
  private async findRenewed(
    entry: CodeEntry,
    renewed: Promise<CodeEntry>,
    host: string,
    now: number,
    ip: string,
  ): Promise<CodeEntry> {
    const found = await within(renewed, STALE_PATIENCE_MS).catch(() => {
      this.unwaitedUntil = now + STALE_PATIENCE_MS + RETRY_MS;
      return this.cache.servable(entry) ? this.standing(entry, now) : entry;
    });
    // Where events may have been missed since, it is loaded anew, as for those who come now.
    if (this.cache.servable(found) && answers(found, host)) return found;
    return this.findElsewhere(entry.code, host, found, now, ip);
  }

  private async findElsewhere(
    code: string,
    host: string,
    entry: CodeEntry | undefined,
    now: number,
    ip: string,
  ): Promise<CodeEntry> {
    const found = entry && now < entry.freshUntil ? entry : await this.load(code, entry);
    if (found.confirmed || answers(found, host)) return found;
    const network = networkOf(ip);
    // A link that was made a moment ago is known by its event even so; only links' own word is not asked for any more.
    if (this.budget.isSpent(network, now)) return found;
    const first = !this.asking.has(code);
    const asked = await this.ask(code, found);
    if (first && !answers(asked, host)) this.budget.charge(network, now);
    return asked;
  }

  /** Never fails: what is in memory stands where nobody can be asked. */
  private renew(entry: CodeEntry): Promise<CodeEntry> {
    const { code, known } = entry;
    return single(this.renewing, code, async () => {
      if (Date.now() >= this.linksAwayUntil) {
        try {
          // A check that hangs ends here, so that the code does not wait for it for ever.
          await within(this.questions.check(known), PATIENCE_MS);
          if (entry.renewals < RENEWALS) return this.cache.renew(entry);
        } catch (error) {
          this.linksAwayUntil = Date.now() + RETRY_MS;
          this.warn('links cannot be asked whether routes still hold', error);
        }
      }
      const held = this.heldFor(entry);
      // It was loaded while links was asked, or is now by one who may fail, having nothing in memory.
      return held === entry ? this.load(code, entry).catch(() => entry) : held;
    });
  }

  private load(code: string, stale: CodeEntry | undefined): Promise<CodeEntry> {
    return single(this.loading, code, () => this.read(code, stale));
  }

  private async read(code: string, stale: CodeEntry | undefined): Promise<CodeEntry> {
    const before = this.cache.get(code);
    try {
      const known = await within(this.questions.lookUp(code), stale ? STALE_PATIENCE_MS : PATIENCE_MS);
      const held = this.cache.get(code);
      // What links said meanwhile of hosts without a route is newer than what was read.
      const confirmed = held !== before && held?.confirmed === true && !held.assumed;
      return this.cache.put(code, this.cache.valid(code, known), confirmed);
    } catch (error) {
      this.warn('routes cannot be read from the database', error);
      if (stale) return this.standing(stale);
      if (error instanceof BatcherFull) throw new RoutesUnavailable('too many codes are looked up', { cause: error });
      return this.askInstead(code);
    }
  }

  /** What is in memory now in the place of an entry. */
  private heldFor(entry: CodeEntry): CodeEntry {
    return this.cache.get(entry.code) ?? entry;
  }

  /** What could not be loaded anew stands for a while, unless it was loaded or checked by somebody else meanwhile. */
  private standing(entry: CodeEntry, now = Date.now()): CodeEntry {
    const held = this.heldFor(entry);
    if (held.freshUntil <= now) this.cache.extend(held, RETRY_MS, now);
    return held;
  }

  /** The one question to links before a 404: an event may not have come through yet. */
  private ask(code: string, entry: CodeEntry): Promise<CodeEntry> {
    return single(this.asking, code, async () => {
      try {
        const told = await this.questions.resolve(code);
        if (told.length > 0) {
          void this.routes.apply(told).catch((error: unknown) => this.warn('routes cannot be written', error));
        }
        return this.cache.put(code, newest(this.cache.valid(code, this.heldFor(entry).known), told), true);
      } catch (error) {
        this.warn('links cannot be asked for a route', error);
        // Nobody was told no by links: whoever comes next may ask again.
        if (error instanceof BatcherFull) return entry;
        // Links is away, so nothing new can have been made but in the last moments: what the read model says stands.
        const kept = this.cache.put(code, this.heldFor(entry).known, true);
        kept.assumed = true;
        this.cache.extend(kept, RETRY_MS);
        return kept;
      }
    });
  }

  private async askInstead(code: string): Promise<CodeEntry> {
    try {
      return this.cache.put(code, await this.questions.resolve(code), true);
    } catch (error) {
      throw new RoutesUnavailable('neither the read model nor links can be asked', { cause: error });
    }
  }

  private warn(message: string, error: unknown): void {
    this.seldom(() => this.logger.warn(message, { error }));
  }
}

function answers(entry: CodeEntry, host: string): boolean {
  for (const route of entry.routes) if (route.host === host || route.host === ANY_HOST) return true;
  return false;
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
