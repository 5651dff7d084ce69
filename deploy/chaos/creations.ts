import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiSession, MadeLink } from '@linkway/local/api-session';

const AGAIN_AFTER_MS = 200;
const KNOWN_MS = 30_000;
const LOOKED_AT_ONCE = 16;

/** Links that are made one after the other, each asked for until it is told as made, under one Idempotency-Key. */
export class Creations {
  /** How often one was asked for. */
  tries = 0;
  private readonly made = new Map<string, MadeLink>();
  private readonly session: ApiSession;
  private readonly before: Promise<number>;
  private over = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(session: ApiSession) {
    this.session = session;
    this.before = countOf(session);
  }

  /** How many were told as made. */
  get told(): number {
    return this.made.size;
  }

  start(workers: number, pauseMs: number): void {
    this.running = Promise.all(
      Array.from({ length: workers }, async () => {
        while (!this.over) {
          await this.make(randomUUID());
          await delay(pauseMs);
        }
      }),
    );
  }

  /** Those that are under way are asked for until they are told. */
  async stop(): Promise<void> {
    this.over = true;
    await this.running;
  }

  /** What was told as made, but is not there, or not at its place, or more than once. */
  async missing(redirect: string): Promise<string[]> {
    const wrong: string[] = [];
    const all = [...this.made];
    for (let from = 0; from < all.length; from += LOOKED_AT_ONCE) {
      const found = all.slice(from, from + LOOKED_AT_ONCE).map(([key, link]) => this.fault(redirect, key, link));
      wrong.push(...(await Promise.all(found)).flat());
    }
    const codes = new Set([...this.made.values()].map((link) => link.short_code));
    if (codes.size !== this.made.size) wrong.push(`${this.made.size} links have ${codes.size} codes`);
    const count = (await countOf(this.session)) - (await this.before);
    if (count !== this.made.size) wrong.push(`${this.made.size} links were told, and ${count} are there`);
    return wrong;
  }

  private async make(key: string): Promise<void> {
    for (;;) {
      this.tries += 1;
      try {
        const link = { url: addressOf(key) };
        this.made.set(key, await this.session.send<MadeLink>('POST', '/api/links', link, { 'idempotency-key': key }));
        return;
      } catch {
        await delay(AGAIN_AFTER_MS);
      }
    }
  }

  private async fault(redirect: string, key: string, { id, short_code }: MadeLink): Promise<string[]> {
    const deadline = Date.now() + KNOWN_MS;
    for (;;) {
      const answer = await fetch(`${redirect}/${short_code}`, { redirect: 'manual' });
      if (answer.headers.get('location') === addressOf(key)) break;
      if (Date.now() > deadline) return [`/${short_code} was told as made and answers ${answer.status}`];
      await delay(500);
    }
    const link = await this.session.send<MadeLink>('GET', `/api/links/${id}`);
    return link.short_code === short_code ? [] : [`link ${id} was told with another code`];
  }
}

const addressOf = (key: string): string => `https://example.com/made/${key}`;

async function countOf(session: ApiSession): Promise<number> {
  const { pagination } = await session.send<{ pagination: { total: number } }>('GET', '/api/links?limit=1');
  return pagination.total;
}
