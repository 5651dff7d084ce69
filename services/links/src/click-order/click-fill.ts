import { setTimeout as delay } from 'node:timers/promises';
import { AppLogger, rarely } from '@linkway/platform';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ClickFillRepository } from './click-fill.repository.js';

const AT_ONCE = 5_000;
/** For the others between two portions. */
const PAUSE_MS = 20;
const TELL_EVERY_MS = 60_000;
/** Lists are asked for page by page: the links of a workspace are looked at no more often than that. */
const REST_MS = 60_000;
const MOST_KNOWN = 10_000;

/**
 * Fills in the rows of links without clicks, for workspaces whose links are put in order by clicks and no others, so that making a link costs no
 * row. Lists do without: it only takes them longer.
 */
@Injectable()
export class ClickFill implements OnModuleDestroy {
  private readonly begunAt = new Map<string, number>();
  private readonly waiting: string[] = [];
  private readonly seldom = rarely(TELL_EVERY_MS);
  private working: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly rows: ClickFillRepository,
    private readonly logger: AppLogger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.working;
  }

  /** Nobody waits for it. */
  soon(workspaceId: string): void {
    const now = performance.now();
    if (this.stopped || now - (this.begunAt.get(workspaceId) ?? Number.NEGATIVE_INFINITY) < REST_MS) return;
    if (this.begunAt.size >= MOST_KNOWN) this.begunAt.clear();
    this.begunAt.set(workspaceId, now);
    this.waiting.push(workspaceId);
    this.working ??= this.work();
  }

  /** One workspace after the other. */
  private async work(): Promise<void> {
    for (let id = this.waiting.shift(); id !== undefined && !this.stopped; id = this.waiting.shift()) {
      try {
        await this.fill(id);
      } catch (error) {
        this.seldom((more) => this.logger.warn('links were not put in order by clicks, trying again', { error, more }));
      }
    }
    this.working = null;
  }

  /** Also for tests. */
  async fill(workspaceId: string): Promise<void> {
    while (!this.stopped && (await this.rows.fill(workspaceId, AT_ONCE)) === AT_ONCE) await delay(PAUSE_MS);
  }
}
