import { setTimeout as delay } from 'node:timers/promises';
import type { ApiSession, MadeLink } from '@linkway/local/api-session';
import { say } from '../load/result.ts';

/** What a link may show: more than one state where an edit's outcome is not known. */
interface EditedLink extends MadeLink {
  possible: Set<string>;
}

/** Environment of a run that edits: nothing of the product's own stands in the way of so many by one account. */
export const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '10000000', CHANGES_PER_HOUR: '1000000000' };

const PAUSED = 'paused';
const EDIT_EVERY = 4;
/** Where an outage is part of a run they are many, and alike. */
const TOLD = 5;

/**
 * Edits links again and again and remembers what was acknowledged. An edit that was refused or broken off may have happened or
 * not; the next acknowledged one of that link settles it.
 */
export class Edits {
  acknowledged = 0;
  refused = 0;
  private readonly links: EditedLink[];
  private readonly session: ApiSession;
  private next = 0;
  private over = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(session: ApiSession, links: EditedLink[]) {
    this.session = session;
    this.links = links;
  }

  static async of(session: ApiSession, count: number): Promise<Edits> {
    const links: EditedLink[] = [];
    for (let index = 0; index < count; index += 1) {
      const url = `https://example.com/made/${index}`;
      links.push({ ...(await session.createLink({ url })), possible: new Set([url]) });
    }
    return new Edits(session, links);
  }

  /** Edits with that many at once until `stop`; each link is edited by one worker only, so that its edits have an order. */
  start(workers: number, pauseMs: number): void {
    this.over = false;
    this.running = Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        const own = this.links.filter((__, index) => index % workers === worker);
        for (let turn = 0; !this.over; turn += 1) {
          const link = own[turn % own.length];
          if (link) await this.edit(link);
          if (pauseMs > 0) await delay(pauseMs);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.running;
  }

  /** A last edit of every link that must be acknowledged is not made: what is open stays open. */
  get open(): number {
    return this.links.filter(({ possible }) => possible.size > 1).length;
  }

  /** Links whose redirect is not what was acknowledged, once all had `withinMs` to become so. */
  async wrong(redirect: string, withinMs: number): Promise<string[]> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const wrong = await this.mismatches(redirect);
      if (wrong.length === 0 || Date.now() > deadline) return wrong;
      await delay(500);
    }
  }

  private async mismatches(redirect: string): Promise<string[]> {
    const found = await Promise.all(
      this.links.map(async (link) => {
        const shown = await fetch(`${redirect}/${link.short_code}`, { redirect: 'manual' }).then(
          (response) =>
            response.status === 404 ? PAUSED : (response.headers.get('location') ?? String(response.status)),
          (error: Error) => error.message,
        );
        return link.possible.has(shown)
          ? []
          : [`${link.short_code} shows ${shown}, not ${[...link.possible].join(' or ')}`];
      }),
    );
    return found.flat();
  }

  private async edit(link: EditedLink): Promise<void> {
    this.next += 1;
    const pause = this.next % EDIT_EVERY === 0;
    const url = `https://example.com/edit/${this.next}`;
    const state = pause ? PAUSED : url;
    // Both are possible until the answer is there: a crash may lie between the change and its answer.
    const before = new Set(link.possible);
    link.possible.add(state);
    try {
      await this.session.send('PUT', `/api/links/${link.id}`, pause ? { is_active: false } : { url, is_active: true });
      link.possible = new Set([state]);
      this.acknowledged += 1;
    } catch (error) {
      this.refused += 1;
      if (this.refused <= TOLD) say(`  an edit was refused: ${(error as Error).message}`);
      // The service itself said that it changed nothing.
      if (/: 4\d\d /.test((error as Error).message)) link.possible = before;
      await delay(200);
    }
  }
}
