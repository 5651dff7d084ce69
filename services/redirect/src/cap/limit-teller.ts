import { AppLogger, rarely } from '@linkway/platform';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Capped, UsageRepository } from './usage.repository.js';

/** Links that wait to be told of. */
const MOST = 1_000;
/** Of one link; after them its next visit that is refused tries again. */
const TRIES = 5;
const PAUSE_MS = 2_000;
const TELL_EVERY_MS = 60_000;

interface Due {
  link: Capped;
  max: number;
  tries: number;
}

/**
 * Tells that links are used up whose visits are refused, beside the visits: none waits for it, and none fails with it. One link after the other, so that
 * it takes no more than one connection however slow PostgreSQL is. What is lost with the process, or does not fit, the next refused visit begins again.
 */
@Injectable()
export class LimitTeller implements OnModuleDestroy {
  private readonly due = new Map<string, Due>();
  private readonly seldom = rarely(TELL_EVERY_MS);
  private working: Promise<void> | null = null;
  private endPause = () => undefined as void;
  private stopped = false;

  constructor(
    private readonly usage: UsageRepository,
    private readonly logger: AppLogger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    this.endPause();
    await this.working;
  }

  tell(link: Capped, max: number): void {
    const known = this.due.get(link.link_id);
    if (this.stopped || known?.max === max || (!known && this.due.size >= MOST)) return;
    // To the end, where whoever works comes to it.
    this.due.delete(link.link_id);
    this.due.set(link.link_id, { link, max, tries: 0 });
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    for (const [id, one] of this.due) {
      if (this.stopped) break;
      const isTold = await this.attempt(one);
      // Another cap has come meanwhile: it has its own turn.
      if (this.due.get(id) === one) this.due.delete(id);
      if (isTold) continue;
      if (one.tries < TRIES && !this.due.has(id)) this.due.set(id, one);
      if (!this.stopped) await this.pause();
    }
    this.working = null;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS).unref();
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async attempt(one: Due): Promise<boolean> {
    one.tries += 1;
    try {
      await this.usage.tellUsedUp(one.link, one.max);
      return true;
    } catch (error) {
      this.seldom((more) => this.logger.warn('that a link is used up could not be stored', { error, more }));
      return false;
    }
  }
}
