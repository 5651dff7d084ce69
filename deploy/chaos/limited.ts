import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession, type MadeLink } from '@linkway/local/api-session';
import type { Harness } from '@linkway/local/harness';
import { numbered } from './count.ts';
import { Traffic } from './traffic.ts';

const MONTHLY = 40;
const CLICKS = 150;
const MAKERS = 4;
const VISITORS = 4;
const PAUSE_MS = 5;
const SPENT_MS = 60_000;

/** So many accounts with a few links a month, and as many links with a few clicks, none of them used yet. */
export async function limits(node: Harness, admin: ApiSession, count: number): Promise<Limited[]> {
  const all: Limited[] = [];
  for (let number = 0; number < count; number += 1) {
    const owner = await ApiSession.register(node.web);
    const { id } = await owner.send<{ id: string }>('GET', '/api/me');
    await admin.send('PATCH', `/api/admin/users/${id}`, { monthly_links_limit: MONTHLY });
    await node.until(async () => (await owner.send<Quota>('GET', '/api/me')).monthly_links_limit === MONTHLY, 15_000);
    const capped = await admin.createLink({ url: 'https://example.com/capped', max_clicks: CLICKS });
    all.push(new Limited(node, owner, capped, admin));
  }
  return all;
}

interface Quota {
  monthly_links_limit: number | null;
  monthly_links_used: number | null;
}

/** A month's links and a link's clicks, both used up by several at once while something is killed. */
export class Limited {
  private made = 0;
  private over = false;
  private running: Promise<unknown> = Promise.resolve();
  private readonly node: Harness;
  private readonly owner: ApiSession;
  private readonly admin: ApiSession;
  private readonly capped: MadeLink;
  private readonly visits: Traffic;

  constructor(node: Harness, owner: ApiSession, capped: MadeLink, admin: ApiSession) {
    this.node = node;
    this.owner = owner;
    this.capped = capped;
    this.admin = admin;
    this.visits = new Traffic(numbered(`${node.redirect()}/${capped.short_code}`), VISITORS);
  }

  start(): void {
    const isOver = () => this.over || this.isUsedUp;
    this.running = Promise.all([
      this.visits.run(isOver, PAUSE_MS),
      ...Array.from({ length: MAKERS }, () => this.makeLinks()),
    ]);
  }

  /** Once both are used up, or should have been. */
  async stop(): Promise<void> {
    await Promise.race([this.running, delay(SPENT_MS)]);
    this.over = true;
    await this.running;
  }

  /** What was exceeded, or could not be used up. */
  async judge(): Promise<string[]> {
    const { pagination } = await this.owner.send<{ pagination: { total: number } }>('GET', '/api/links?limit=1');
    const { monthly_links_used: used } = await this.owner.send<Quota>('GET', '/api/me');
    const { short_code, id } = this.capped;
    const wrong: string[] = [];
    if (pagination.total !== MONTHLY || used !== MONTHLY || this.made > MONTHLY)
      wrong.push(`of ${MONTHLY} links a month ${this.made} were told, ${pagination.total} are there and ${used} count`);
    const answered = this.visits.answered.size;
    if (answered > CLICKS || !this.isUsedUp)
      wrong.push(`/${short_code} was opened ${answered} times of ${CLICKS}, ${this.visits.faults}`);
    // One whose answer was cut off may be counted or not, and has used up a visit all the same.
    await this.node.until(async () => (await this.clicks(id)) >= answered, SPENT_MS).catch(() => undefined);
    const clicks = await this.clicks(id);
    if (clicks > CLICKS || clicks < answered)
      wrong.push(`/${short_code} was opened ${answered} times, and ${clicks} clicks count`);
    return wrong;
  }

  private get isUsedUp(): boolean {
    return this.visits.others.has(410);
  }

  private async clicks(id: string): Promise<number> {
    return (await this.admin.send<{ total: number }>('GET', `/api/links/${id}/analytics?kind=all`)).total;
  }

  private async makeLinks(): Promise<void> {
    while (!this.over) {
      try {
        await this.owner.createLink({ url: 'https://example.com/month' });
        this.made += 1;
      } catch (error) {
        if ((error as Error).message.includes('links.monthly_limit')) return;
        await delay(100);
      }
    }
  }
}
