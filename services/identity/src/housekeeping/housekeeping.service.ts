import { AppLogger, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AttemptRepository } from '../attempt/attempt.repository.js';
import { SessionRepository } from '../session/session.repository.js';

const EVERY_MS = 10 * 60_000;

/** Removes what is of no use any more. Every process does it; the second one finds nothing left. */
@Injectable()
export class HousekeepingService implements OnModuleInit, OnModuleDestroy {
  private rounds: Periodic | null = null;

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly sessions: SessionRepository,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.tidy(), { name: 'housekeeping', logger: this.logger });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  async tidy(): Promise<void> {
    await this.attempts.removeClosed();
    await this.sessions.removeOld();
  }
}
