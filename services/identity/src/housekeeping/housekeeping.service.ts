import { AppLogger } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AttemptRepository } from '../attempt/attempt.repository.js';
import { SessionRepository } from '../session/session.repository.js';

const EVERY_MS = 10 * 60_000;

/** Removes what is of no use any more. Every process does it; the second one finds nothing left. */
@Injectable()
export class HousekeepingService implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly sessions: SessionRepository,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.work = this.tidy().catch((error: unknown) => {
        this.logger.warn('housekeeping failed; the next round tries again', { error });
      });
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.work;
  }

  async tidy(): Promise<void> {
    await this.attempts.removeClosed();
    await this.sessions.removeOld();
  }
}
